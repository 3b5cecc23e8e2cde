import { Fairlead } from '../../../sdk/src/index.ts';
import { readVersion } from '../readVersion.ts';

/** The SDK's client; credentials are passed with each call. */
export function openClient(server: string): Fairlead {
  return new Fairlead({
    baseUrl: server,
    headers: { 'x-svc-client': 'fairlead-cli', 'x-svc-client-version': readVersion() },
    // A credential is sent only to its own server.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'error' }),
  });
}
