"""From text to meaning, in Chinese and English."""
