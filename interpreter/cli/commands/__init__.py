"""One module a command: `add_arguments` says what it takes, `run` carries it out and returns the exit code."""
