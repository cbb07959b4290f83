"""What an editor asks while somebody writes rules, answered in the Language Server Protocol."""
