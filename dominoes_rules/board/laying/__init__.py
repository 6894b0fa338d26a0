"""Where tiles lie: lines, arms and trains, each a pure function of what was laid."""
