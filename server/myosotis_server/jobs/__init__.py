"""What the server does by itself, at its own pace."""
