"""What goes over the wire: frames, messages, connections, and a client."""
