"""Winners, awards and guards as small programs for a stack machine."""
