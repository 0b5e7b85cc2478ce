// Verifies a webhook: SIGNING_SECRET=whsec_… go run verify.go ID TIMESTAMP SIGNATURES < body
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const maxAgeS = 300

// isGenuine takes the bytes of the body as they were received, before any parsing.
func isGenuine(secret, id, timestamp, signatures string, body []byte) bool {
	sentAt, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - sentAt
	if err != nil || age > maxAgeS || age < -maxAgeS {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// While a secret is rotated there are two signatures.
	for _, signature := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(signature), expected) {
			return true
		}
	}
	return false
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil || len(os.Args) != 4 ||
		!isGenuine(os.Getenv("SIGNING_SECRET"), os.Args[1], os.Args[2], os.Args[3], body) {
		fmt.Println("forged")
		os.Exit(1)
	}
	fmt.Println("genuine")
}
