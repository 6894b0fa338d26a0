"""What can be known of hidden hands, and which move is best."""
