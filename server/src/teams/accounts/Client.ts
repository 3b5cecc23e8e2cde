import { maskAddress } from '#platform/lib/addresses/maskAddress.ts';
import { CLIENT_ADDRESS_HEADER } from './configureAuth.ts';

/** What the HTTP layer knows about the caller; the IP address already takes TRUST_PROXY into account. */
export interface Client {
  readonly address?: string;
  readonly userAgent?: string;
  /** The `Cookie` header, unchanged. */
  readonly cookie?: string;
}

const MAX_USER_AGENT_LENGTH = 512;

/** What is kept of a client with its session. */
export function describeClient({ address, userAgent }: Client) {
  return {
    ...(address !== undefined && { address: maskAddress(address) }),
    ...(userAgent !== undefined && { userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH) }),
  };
}

/** The only headers the library ever sees: nothing else of the request is passed on. */
export function clientHeaders(client: Client): Headers {
  const headers = new Headers();
  const { address, userAgent } = describeClient(client);
  if (address !== undefined) headers.set(CLIENT_ADDRESS_HEADER, address);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  if (client.cookie !== undefined) headers.set('cookie', client.cookie);
  return headers;
}
