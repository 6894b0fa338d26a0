"""A score pad for a table with real tiles, in the browser, and the way from it to the analysis."""
