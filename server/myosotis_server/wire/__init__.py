"""The edge: protobuf lives here and nowhere else."""
