// Verifies a webhook: SIGNING_SECRET=whsec_… java Verify.java ID TIMESTAMP SIGNATURES < body
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
    static final long MAX_AGE_S = 300;

    /** `body` are the bytes as they were received, before any parsing. */
    static boolean isGenuine(String secret, String id, String timestamp, String signatures, byte[] body)
            throws GeneralSecurityException {
        if (!timestamp.matches("\\d{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > MAX_AGE_S) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replace("whsec_", "")), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
        // While a secret is rotated there are two signatures.
        for (String signature : signatures.split(" ")) {
            if (MessageDigest.isEqual(signature.getBytes(), expected)) return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        String secret = System.getenv("SIGNING_SECRET");
        boolean genuine = isGenuine(secret, args[0], args[1], args[2], System.in.readAllBytes());
        System.out.println(genuine ? "genuine" : "forged");
        System.exit(genuine ? 0 : 1);
    }
}
