"""Pages to look at: the glossary of a translator, a game's site, cards to print."""
