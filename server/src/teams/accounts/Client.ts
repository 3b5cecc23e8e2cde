import { maskAddress } from '#platform/lib/web/maskAddress.ts';
import { CLIENT_ADDRESS_HEADER } from './configureAuth.ts';

/** What the HTTP layer knows about the caller; the IP address already takes TRUST_PROXY into account. */
export interface Client {
  readonly address?: string;
  readonly userAgent?: string;
  /** The `Cookie` header, unchanged. */
  readonly cookie?: string;
}

const MAX_USER_AGENT_LENGTH = 512;

/** The only headers the library ever sees: nothing else of the request is passed on. */
export function clientHeaders(client: Client): Headers {
  const headers = new Headers();
  if (client.address !== undefined) {
    headers.set(CLIENT_ADDRESS_HEADER, maskAddress(client.address));
  }
  if (client.userAgent !== undefined) {
    headers.set('user-agent', client.userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  }
  if (client.cookie !== undefined) headers.set('cookie', client.cookie);
  return headers;
}
