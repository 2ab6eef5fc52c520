"""What the server tells its operator; never what its users said."""
