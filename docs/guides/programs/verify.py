# Verifies a webhook: SIGNING_SECRET=whsec_… python3 verify.py ID TIMESTAMP SIGNATURES < body
import base64
import hashlib
import hmac
import os
import sys
import time

MAX_AGE_S = 300


def is_genuine(secret, id, timestamp, signatures, body):
    """`body` are the bytes as they were received, before any parsing."""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > MAX_AGE_S:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # While a secret is rotated there are two signatures.
    return any(hmac.compare_digest(one, expected) for one in signatures.encode().split(b" "))


if __name__ == "__main__":
    id, timestamp, signatures = sys.argv[1:4]
    genuine = is_genuine(os.environ["SIGNING_SECRET"], id, timestamp, signatures, sys.stdin.buffer.read())
    print("genuine" if genuine else "forged")
    sys.exit(0 if genuine else 1)
