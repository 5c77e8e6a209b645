"""Records of other programs, read as ours."""
