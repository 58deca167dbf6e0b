"""Search: improves a fast policy by playouts in worlds that are dealt anew from the seat's own view."""
