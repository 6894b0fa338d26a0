"""Below the routes: connections and their deadlines, and the process that serves them."""
