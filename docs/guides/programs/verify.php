<?php
// Verifies a webhook: SIGNING_SECRET=whsec_… php verify.php ID TIMESTAMP SIGNATURES < body
const MAX_AGE_S = 300;

/** `$body` are the bytes as they were received, before any parsing: those of `php://input` on a server. */
function isGenuine(string $secret, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > MAX_AGE_S) {
        return false;
    }
    $key = base64_decode(str_replace("whsec_", "", $secret));
    $expected = "v1," . base64_encode(hash_hmac("sha256", "$id.$timestamp.$body", $key, true));
    // While a secret is rotated there are two signatures.
    foreach (explode(" ", $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

[, $id, $timestamp, $signatures] = $argv;
$genuine = isGenuine(getenv("SIGNING_SECRET"), $id, $timestamp, $signatures, stream_get_contents(STDIN));
echo $genuine ? "genuine\n" : "forged\n";
exit($genuine ? 0 : 1);
