import type { Fetch } from '../../src/core/send.ts';

type Fault = Response | 'refused' | 'silent' | 'lost' | undefined;

export interface WatchedFetch {
  readonly fetch: Fetch;
  /** Method and path of each request that was made, in order. */
  readonly calls: string[];
  /** What becomes of a request to a path, at once or later; undefined lets it through. */
  fault: (path: string, method: string) => Fault | Promise<Fault>;
}

/** The real `fetch` to the real server, with the faults of networks and servers on demand. */
export function watchFetch(headers: Record<string, string> = {}): WatchedFetch {
  const watched: WatchedFetch = {
    calls: [],
    fault: () => undefined,
    async fetch(url, init) {
      const { pathname } = new URL(url);
      watched.calls.push(`${init.method ?? 'GET'} ${pathname}`);
      const fault = await watched.fault(pathname, init.method ?? 'GET');
      if (fault === 'refused') throw new TypeError('fetch failed');
      if (fault === 'silent') return new Promise(() => undefined);
      if (fault instanceof Response) return fault.clone();
      const response = await fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...headers },
      });
      // The server has done it, and nobody hears of it.
      if (fault === 'lost') throw new TypeError('connection reset');
      return response;
    },
  };
  return watched;
}

export function refusal(status: number, code: string, retryAfter?: number): Response {
  return Response.json(
    { statusCode: status, message: code, error: code },
    { status, ...(retryAfter !== undefined && { headers: { 'retry-after': `${retryAfter}` } }) },
  );
}
