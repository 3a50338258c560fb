"""The machinery of 0.4, for the scripts that still use it; it leaves when they are ported."""
