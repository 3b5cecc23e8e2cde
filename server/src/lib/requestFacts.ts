import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';

/** What a request says about itself, read once and with distrust. */
export interface RequestFacts {
  readonly id: string;
  /** The client's address, by X-Forwarded-For only where the peer is trusted. */
  readonly address: string;
  /** Lower case, without a port; empty when the request names none. */
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
  /** One value of a header: the first where a client sent several. */
  readonly header: (name: string) => string | undefined;
}

export function readRequestFacts(
  request: IncomingMessage,
  id: string,
  trustedProxies: BlockList,
): RequestFacts {
  const { headers } = request;
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  const trusted = isTrusted(trustedProxies, peer);
  return {
    id,
    address: trusted ? clientBehind(trustedProxies, peer, header('x-forwarded-for')) : peer,
    host: hostName((trusted ? header('x-forwarded-host') : undefined) ?? headers.host ?? ''),
    headers,
    header,
  };
}

/** `Go.Example.com:3000` → `go.example.com`; a trailing dot names the same host. */
export function hostName(authority: string): string {
  const host = authority.startsWith('[')
    ? authority.slice(0, authority.indexOf(']') + 1)
    : authority.split(':', 1)[0]!;
  const lower = host.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** Walks the list from our side and stops at the first address that is no trusted proxy. */
function clientBehind(trusted: BlockList, peer: string, forwarded: string | undefined): string {
  const hops = (forwarded ?? '').split(',').map((each) => plainAddress(each.trim()));
  for (const hop of hops.toReversed()) {
    if (isIP(hop) === 0) return peer;
    if (!isTrusted(trusted, hop)) return hop;
  }
  return hops[0] && isIP(hops[0]) !== 0 ? hops[0] : peer;
}

function isTrusted(trusted: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** IPv4 within IPv6 is IPv4. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
