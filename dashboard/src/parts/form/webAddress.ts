const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `example.com:8080/path`: a port and no scheme, though it reads like one. */
const HOST_AND_PORT = /^[^\s/?#:]*\.[^\s/?#:]+:\d{1,5}(?=[/?#]|$)/;
const HOST = /^(?:[^\s/?#:@]+\.[^\s/?#:@]*[^\s/?#:@.])(?::\d{1,5})?(?=[/?#]|$)/i;

/** Adds https if people omit the scheme, as in `example.com/summer`. Anything else stays unchanged. */
export function withScheme(text: string): string {
  const address = text.trim();
  if (SCHEME.test(address) && !HOST_AND_PORT.test(address)) return address;
  return HOST.test(address) ? `https://${address}` : address;
}
