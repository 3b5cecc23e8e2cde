import { getDomain } from 'tldts';

/** The registered domain of a host: `example.co.uk` for `go.example.co.uk`. Null for addresses and names without one. */
export function registeredDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true });
}
