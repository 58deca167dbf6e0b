"""What can be read: who may look at what (`access`), the table at any row (`positions`), and what a seat is told of
it (`views`, `rows`)."""
