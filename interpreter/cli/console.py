"""The terminal as rich draws on it."""

from rich.console import Console


class Terminal(Console):
    """Prints texts as they are: nothing in them is markup, nothing is highlighted."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Leaves it to `main` to end quietly."""
        raise BrokenPipeError
