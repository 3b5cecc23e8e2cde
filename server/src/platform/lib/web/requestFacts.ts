import type { IncomingHttpHeaders } from 'node:http';
import { type BlockList, isIP, type Socket } from 'node:net';
import type { FrontRequest } from './exchange.ts';

/** What a request says about itself, read once; forwarding headers are trusted only from configured proxies. */
export interface RequestFacts {
  readonly id: string;
  /** The client's IP address; X-Forwarded-For is used only if the peer is trusted. */
  readonly address: string;
  /** Lower case, without a port; empty if the request names none. */
  readonly host: string;
  /** Headers for every response to it: if it arrived by https, browsers are told to use only https. */
  readonly transport: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** One value of a header: the first if the client sent several. */
  readonly header: (name: string) => string | undefined;
  /** The same for a header by which proxies describe a visitor: undefined unless a trusted proxy sent the request. */
  readonly proxyHeader: (name: string) => string | undefined;
}

/** Reads the facts of a request, which is identified by `id` from then on. */
export type FactsReader = (
  request: Pick<FrontRequest, 'headers' | 'socket'>,
  id: string,
) => RequestFacts;

interface Edge {
  readonly trustedProxies: BlockList;
  readonly trustForwardedHost: boolean;
  readonly publicUrl: URL;
  readonly linkUrlTemplate: string;
}

const OPEN = Object.freeze({});
/** A year; browsers ignore it if the page was loaded over http. */
const SECURE = Object.freeze({ 'strict-transport-security': 'max-age=31536000' });

export function createFactsReader({
  trustedProxies,
  trustForwardedHost,
  publicUrl,
  linkUrlTemplate,
}: Edge): FactsReader {
  const publicHost = hostName(publicUrl.host);
  const ofPublicHost = publicUrl.protocol === 'https:' ? SECURE : OPEN;
  const ofOtherHosts = linkUrlTemplate.startsWith('https:') ? SECURE : OPEN;
  // A connection's peer never changes, and connections are reused.
  const peers = new WeakMap<Socket, Peer>();

  function readPeer(socket: Socket): Peer {
    const address = plainAddress(socket.remoteAddress ?? '');
    const peer = { address, trusted: isTrusted(trustedProxies, address) };
    peers.set(socket, peer);
    return peer;
  }

  function transportOf(host: string, forwardedProto: string | undefined) {
    if (forwardedProto !== undefined) return forwardedProto === 'https' ? SECURE : OPEN;
    return host === publicHost ? ofPublicHost : ofOtherHosts;
  }

  return function readFacts(request, id) {
    const { headers, socket } = request;
    const header = (name: string) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const peer = peers.get(socket) ?? readPeer(socket);
    const proxyHeader = peer.trusted ? header : noHeader;
    const forwardedHost = trustForwardedHost ? proxyHeader('x-forwarded-host') : undefined;
    const host = hostName(forwardedHost ?? headers.host ?? '');
    return {
      id,
      address: peer.trusted
        ? clientBehind(trustedProxies, peer.address, header('x-forwarded-for') ?? '')
        : peer.address,
      host,
      transport: transportOf(host, proxyHeader('x-forwarded-proto')),
      headers,
      header,
      proxyHeader,
    };
  };
}

const noHeader = () => undefined;

interface Peer {
  readonly address: string;
  readonly trusted: boolean;
}

/** `Go.Example.com:3000` → `go.example.com`; with a trailing dot it is the same host. */
export function hostName(authority: string): string {
  const end = authority.startsWith('[') ? authority.indexOf(']') + 1 : authority.indexOf(':');
  const lower = (end < 0 ? authority : authority.slice(0, end)).toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** Walks the list from our side and stops at the first IP address that is not a trusted proxy. */
function clientBehind(trusted: BlockList, peer: string, forwarded: string): string {
  let client = peer;
  for (let end = forwarded.length; end >= 0;) {
    const comma = forwarded.lastIndexOf(',', end - 1);
    const hop = plainAddress(forwarded.slice(comma + 1, end).trim());
    if (isIP(hop) === 0) return peer;
    client = hop;
    if (comma < 0 || !isTrusted(trusted, hop)) break;
    end = comma;
  }
  return client;
}

function isTrusted(trusted: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** IPv4 mapped into IPv6 becomes IPv4. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
