"""Signs a player in to a terminal, prints their name, and signs out.

python signin.py http://127.0.0.1:8000 CLIENT_ID
"""

import sys

from comptoir_client import Client, DeviceCode, end_sign_in, refresh_sign_in, sign_in_with_device_code


def show(code: DeviceCode) -> None:
    print(f"Open {code.address} and type {code.user_code}", flush=True)


def main(address: str, client_id: str) -> None:
    tokens = sign_in_with_device_code(address, client_id, ["read"], shown=show)
    if tokens.is_stale:  # an access token works for an hour; so ask before each use, and store the new tokens
        tokens = refresh_sign_in(address, client_id, tokens)
    with Client(address, tokens.access_token) as client:
        print(f"Signed in as {client.me()['name']}", flush=True)
    end_sign_in(address, client_id, tokens)


if __name__ == "__main__":
    main(*sys.argv[1:])
