"""What spielkern is to programs that know nothing of it, and they to spielkern."""
