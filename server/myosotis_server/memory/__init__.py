"""What a memory is and how it is judged: pure, synchronous, the standard library and NumPy only."""
