"""Load on a real server: simulated players over real sockets, what it costs, and the floors it stands on."""
