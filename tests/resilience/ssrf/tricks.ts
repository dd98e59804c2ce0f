/** URLs with tricks, grouped by the expected rejection. `PORT` is the port of the canary, `ODD` that of the canary on a port that is not allowed. */

/** Valid URLs that are rejected as such, whether sent or redirected to: no DNS lookup, no connection. */
export const REJECTED_TRICKS = [
  // Credentials, and hosts that only look like one.
  'http://user@127.0.0.1:PORT/',
  'http://user:secret@127.0.0.1:PORT/',
  'http://:secret@127.0.0.1:PORT/',
  'http://photos.example@127.0.0.1:PORT/',
  'http://photos.example:80@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@photos.example/',
  'http://127.0.0.1:PORT#@photos.example/',
  'http://127.0.0.1:PORT?@photos.example/',
  'http://127.0.0.1:PORT;@photos.example/',
  'http://[::1]@127.0.0.1:PORT/',
  'http://user@127.0.0.3:PORT/',
  'http://:secret@127.0.0.3:PORT/',
  // Ports.
  'http://127.0.0.1:0PORT/',
  'http://127.0.0.1:0000PORT/',
  'http://127.0.0.1:ODD/',
  // Schemes.
  'https://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_GET',
  'dict://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'ws://127.0.0.3:PORT/',
  'ftp://127.0.0.3:PORT/',
  'file:///etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'jar:http://127.0.0.1:PORT/!/',
  'blob:http://127.0.0.1:PORT/x',
  'view-source:http://127.0.0.1:PORT/',
  'javascript:fetch("http://127.0.0.1:PORT")',
  'unix:/var/run/docker.sock:/info',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/info',
  'url:http://127.0.0.1:PORT/',
  // Slashes, white space and control characters.
  'http:///127.0.0.1:PORT/',
  'http:////127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'http://\\127.0.0.1:PORT/',
  ' http://127.0.0.1:PORT/ ',
  'http://127.0.0.1:PORT/\r\nHost: photos.example',
  'http://0x7f.0x0.0x0.0x1.:PORT/',
] as const;

/** At an allowed address, so that only the port or the scheme is the reason for the rejection. */
export const ODD_PORTS = [
  'http://127.0.0.3:ODD/',
  'https://127.0.0.3:ODD/',
  'http://127.0.0.3:0ODD/',
  'http://127.3:ODD/',
  'http://0x7f000003:ODD/',
  'http://2130706435:ODD/',
  'http://127.0.0.3:0/',
  'http://127.0.0.3:22/',
  'http://127.0.0.3:25/',
  'http://127.0.0.3:443/',
  'http://127.0.0.3:6379/',
  'http://127.0.0.3:65535/',
  'https://127.0.0.3:80/',
] as const;

/** No URL at all: rejected as such when sent; a redirect to it leads nowhere (3202), before anything is looked up. */
export const UNREADABLE = [
  'http://photos.example%40127.0.0.1:PORT/',
  'http://8.8.8.8:65536/',
  'http://127.0.0.1:PORT:80/',
  'http://127.0.0.1:-1/',
  'http://127.0.0.1%00.photos.example:PORT/',
  'http://127.0.0.1\u0000.photos.example:PORT/',
  'http://127.0.0.1%09:PORT/',
  'http://127.0.0.1 .photos.example:PORT/',
  'http://[::1%25lo]:PORT/',
  'http://[fe80::1%25eth0]:PORT/',
  'http://[::1%lo]:PORT/',
  'http://[v1.127.0.0.1]:PORT/',
  'http://[127.0.0.1]:PORT/',
  'http://::1:PORT/',
  'http://.127.0.0.1:PORT/',
  'http://256.0.0.1:PORT/',
  'http://127.0.0.1.1:PORT/',
  'http://99999999999:PORT/',
  'http://:PORT/',
  'http://?127.0.0.1:PORT/',
] as const;

/** Without two slashes: rejected when sent; to a redirect it is a path of the host that redirects, here one without an end (3202). */
export const PATHS_OF_THE_SENDER = ['http:/127.0.0.1:PORT/', 'http:127.0.0.1:PORT/'] as const;

/** Taken for Base64, and wrong as that (2003), when sent; to a redirect it is the URL of the canary. */
export const NO_URL_WHEN_SENT = [
  '//127.0.0.1:PORT/',
  '\\\\127.0.0.1:PORT\\share',
  'ht\ttp://127.0.0.1:PORT/',
] as const;

/** Allowed by the URL itself, because the host is a name; the DNS lookup then fails (3202). */
export const UNKNOWN_NAMES = [
  'http://photos.example\\@127.0.0.1:PORT/',
  'http://127.0.0.1..:PORT/',
  'http://-1:PORT/',
] as const;

/** Names that some machines resolve to themselves: rejected by the address (3201) there, unknown (3202) elsewhere. */
export const OWN_NAMES = [
  'http://LocalHost.:PORT/',
  'http://localhost.localdomain:PORT/',
  'http://ip6-localhost:PORT/',
] as const;
