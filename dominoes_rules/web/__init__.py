"""Play in a browser: pages, streams and moves over HTTP. All rules and all geometry stay here."""
