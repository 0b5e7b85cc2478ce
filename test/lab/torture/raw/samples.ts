/**
 * Invalid or unusual samples of the parts of a request. Strings are sent as Latin-1: one character is one
 * byte.
 */

/** Methods. */
export const METHODS = [
  ...samples(`¦ ¦get¦GE T¦G\x00T¦G\xffT¦GET\t¦(GET)¦CONNECT¦OPTIONS¦TRACE¦PRI¦BREW¦HEAD¦DELETE¦\r\nGET¦\nGET¦\
\r\n\r\n\r\nGET¦PROPFIND¦GET GET`),
  "X".repeat(300),
];

/** Versions. */
export const VERSIONS =
  samples(`¦HTTP/0.9¦HTTP/1.0¦HTTP/1.2¦HTTP/2.0¦HTTP/3¦HTTP/9.9¦HTTP/11.1¦HTTP/1.¦HTTP/1¦HTP/1.1¦http/1.1¦\
HTTP/1.1 ¦HTTP/1.1x¦HTTP/1.1\x00¦ HTTP/1.1¦HTTP /1.1¦HTTP/1,1`);

/** Targets. */
export const TARGETS =
  samples(`¦/¦//¦?¦#¦*¦/#x¦/a b¦/%¦/%zz¦/%00¦/%ff¦/%c0%ae¦/%ed%a0%80¦/\x00¦/\xff\xfe¦/../..¦/..%2f..%2f¦/./.¦\
\\¦/a\\b¦/;x¦http://other.test/¦http://¦http:¦http://a:b@c.test:1/x¦https://[::1/¦\
//other.test/v2.2¦/v2.2//stores¦other.test:443¦/\ttab¦javascript:alert(1)¦file:///etc/passwd¦\
/docs/json?%¦/?a=%&b=%zz&c[]=1&c[]=2&__proto__=1`);

/** Values of Host. */
export const HOSTS =
  samples(`¦ ¦x¦ab¦abc¦a b¦a,b¦a/b¦a\\b¦a@b¦a?b¦a#b¦%00¦\x00¦\xff¦[¦[]¦[::1¦[::1]¦[::1]:80¦::1¦:¦:80¦\
localhost:¦localhost:0¦localhost:99999¦localhost:x¦localhost:-1¦127.1¦0x7f.1¦a..b¦.¦..¦-¦_¦*¦xn--¦\
http://a¦<script>¦'¦"`);

/** Whole header lines. */
export const HEADERS = [
  ...samples(`x¦:¦: x¦ x: y¦x : y¦x\ty: z¦x:\x00¦x: \x01¦x: \xff¦x(: y¦\xe9: y¦x: a\rb¦\t¦x: a\n b¦x: a\r\n b¦\
Connection: close¦Connection: upgrade, x¦Upgrade: h2c¦Upgrade: websocket¦Expect: 100-continue¦\
Expect: 200-ok¦TE: trailers¦Trailer: x¦Content-Type: a/b;;;=¦Cookie: =¦Content-Type:¦\
Content-Type: multipart/form-data¦Content-Type: application/json;charset=utf-16¦\
Authorization: Bearer x¦Authorization:¦X-Page-Size: 1e9¦X-Page-Continue: \xff¦Range: bytes=9-1¦\
Idempotency-Key: \xff¦Idempotency-Key:¦X-Forwarded-Host: \x00¦If-None-Match: *¦Accept: \x00¦\
Accept-Encoding: \xff¦Content-Encoding: br¦Content-Encoding: gzip`),
  `Idempotency-Key: ${"k".repeat(5_000)}`,
];

/** Values of Content-Length. */
export const LENGTHS =
  samples(`-1¦+5¦0x10¦1e3¦5,5¦5, 6¦5 5¦¦ ¦x¦0¦00000000000000000005¦1.5¦\xb2¦99999999999999999999¦\
18446744073709551616¦9007199254740993¦4294967296¦-0¦5;5¦\t5\t`);

/** Values of Transfer-Encoding. */
export const CODINGS =
  samples(`identity¦gzip¦gzip, chunked¦chunked, gzip¦chunked, chunked¦xchunked¦chunked;q=1¦CHUNKED¦ chunked¦\
\x0bchunked¦chunked\x00¦¦chunked, identity¦'chunked'¦chunke¦x, chunked`);

/** Bodies in chunks. */
export const CHUNKS = [
  ...samples(`0\r\n\r\n¦zz\r\nabc\r\n0\r\n\r\n¦-1\r\na\r\n¦FFFFFFFFFFFFFFFFF\r\na¦7fffffffffffffff\r\na¦\
5\r\nabc\r\n0\r\n\r\n¦1\r\nabc\r\n0\r\n\r\n¦3\nabc\n0\n\n¦3\r\nabc0\r\n\r\n¦3\r\nabc\r\n¦\r\n\r\n¦\
0\r\nTrailer: x\r\n\r\n¦0\r\nContent-Length: 9\r\n\r\n¦0x3\r\nabc\r\n0\r\n\r\n¦\
 3\r\nabc\r\n0\r\n\r\n¦3 \r\nabc\r\n0\r\n\r\n¦3\r\nabc\r\n0\r\n¦00\r\n\r\n`),
  `3;${"x".repeat(9_000)}\r\nabc\r\n0\r\n\r\n`,
];

/** Bodies. */
export const BODIES = [
  ...samples(`¦\x00¦\xff\xfe¦\xc3(¦\xed\xa0\x80¦\xef\xbb\xbf{}¦{¦null¦[]¦"a"¦1e999¦nul¦{"orderId":"\\u0000"}¦\
{"orderId":"\\ud800"}¦{"__proto__":{"x":1}}¦{}{}¦a=1¦--x\r\n\r\n--x--`),
  "[".repeat(5_000),
  '{"a":'.repeat(101),
  `{"orderId":${"9".repeat(400)}}`,
  `"${"\\u0041".repeat(10_000)}"`,
];

/** Splits samples at bars; in one string, the formatter doesn't put each on its own line. */
function samples(text: string): string[] {
  return text.split("¦");
}
