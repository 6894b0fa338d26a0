"""The site: the pages of `docs/`, every bundled game, the public API and figures as charts."""
