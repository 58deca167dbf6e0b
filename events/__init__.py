"""The API, and the code that its apps share."""
