import { maskAddress } from '../lib/maskAddress.ts';
import { CLIENT_ADDRESS_HEADER } from './configureAuth.ts';

/** What the HTTP layer knows of the caller; the address is already judged by TRUST_PROXY. */
export interface Client {
  readonly address?: string;
  readonly userAgent?: string;
  /** The `Cookie` header as it came. */
  readonly cookie?: string;
}

const LONGEST_USER_AGENT = 512;

/** The only headers the library ever sees: nothing of the request passes unnamed. */
export function clientHeaders(client: Client): Headers {
  const headers = new Headers();
  if (client.address !== undefined) {
    headers.set(CLIENT_ADDRESS_HEADER, maskAddress(client.address));
  }
  if (client.userAgent !== undefined) {
    headers.set('user-agent', client.userAgent.slice(0, LONGEST_USER_AGENT));
  }
  if (client.cookie !== undefined) headers.set('cookie', client.cookie);
  return headers;
}
