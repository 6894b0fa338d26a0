"""The playground: a folder of files in which the pages of `dominoes-rules web` need no server."""
