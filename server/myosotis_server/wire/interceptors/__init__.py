"""What happens around every call, from the outside in: request id, log, errors."""
