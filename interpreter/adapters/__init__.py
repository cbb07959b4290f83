"""Games as the environments that researchers' libraries know. Each module needs the library it is named after."""
