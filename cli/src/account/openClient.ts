import { Fairlead } from '../../../sdk/src/index.ts';
import { readVersion } from '../readVersion.ts';

/** The client of the SDK; what proves who calls is given with each call. */
export function openClient(server: string): Fairlead {
  return new Fairlead({
    baseUrl: server,
    headers: { 'x-svc-client': 'fairlead-cli', 'x-svc-client-version': readVersion() },
    // A credential goes to its server and nowhere else.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'error' }),
  });
}
