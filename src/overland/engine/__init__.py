"""The rules of the games, as plain Python that Numba can compile, and what Python users drive them with."""
