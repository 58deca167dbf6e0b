"""The processes of a deployment as data (services.toml), and `make prod-local`, which runs them on one machine."""
