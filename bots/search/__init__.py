"""Search: improves a fast policy by playouts in worlds that are dealt again from the seat's own view."""
