"""The table as it looks: where each tile lies, and the same drawn as text and as SVG."""
