import { Fairlead } from '../../../sdk/src/index.ts';
import { readVersion } from '../readVersion.ts';

/** Every request of the command line: a credential is sent to the server that was named, and to no other. */
export const send: typeof fetch = (url, init) => fetch(url, { ...init, redirect: 'error' });

/** The SDK's client; credentials are passed with each call. */
export function openClient(server: string): Fairlead {
  return new Fairlead({
    baseUrl: server,
    headers: { 'x-svc-client': 'fairlead-cli', 'x-svc-client-version': readVersion() },
    fetch: send,
  });
}

/** What to say of a server to which a credential goes in plain text; undefined if it does not. */
export function plainWarning(server: string): string | undefined {
  const { protocol, hostname } = new URL(server);
  const here = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'http:' || here) return undefined;
  return `Warning: ${server} is not HTTPS. Whoever is on the way can read the credential.`;
}
