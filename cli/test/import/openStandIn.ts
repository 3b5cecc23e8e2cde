import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of a stand-in; a text goes out as it is. */
export interface StandInAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface StandIn extends AsyncDisposable {
  readonly url: string;
  /** Path and query of every request, in order. */
  readonly asked: string[];
}

/** Another service's API: what it answers to a path, its query and its credential. Before that, the mishaps, in order. */
export async function openStandIn(
  answer: (
    url: URL,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ) => StandInAnswer,
  mishaps: StandInAnswer[] = [],
): Promise<StandIn> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    asked.push(url.pathname + url.search);
    const { status = 200, headers, body } = mishaps.shift() ?? answer(url, request.headers);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const REFUSED: StandInAnswer = { status: 401, body: { message: 'FORBIDDEN' } };

export const KEY = 'key-of-the-source';

/** The links of a page of a list. */
function slice<T>(all: readonly T[], from: number, size: number): readonly T[] {
  return all.slice(from, from + size);
}

/** `GET /v4/groups` and its bitlinks, by the mark of the page before. */
export function bitlyOf(groups: Readonly<Record<string, readonly object[]>>) {
  return (url: URL, headers: Readonly<Record<string, unknown>>): StandInAnswer => {
    if (headers['authorization'] !== `Bearer ${KEY}`) return REFUSED;
    if (url.pathname === '/groups') {
      return { body: { groups: Object.keys(groups).map((guid) => ({ guid, name: guid })) } };
    }
    const guid = /^\/groups\/(\w+)\/bitlinks$/.exec(url.pathname)?.[1] ?? '';
    const size = 2;
    const links = groups[guid] ?? [];
    const from = Number(url.searchParams.get('search_after') ?? 0);
    const next = from + size;
    const more = next < links.length;
    return {
      body: {
        links: slice(links, from, size),
        pagination: {
          next: more
            ? `https://api-ssl.bitly.com/v4/groups/${guid}/bitlinks?search_after=${next}`
            : '',
          search_after: more ? String(next) : '',
          size,
          page: 1,
          total: links.length,
        },
      },
    };
  };
}

export function shlinkOf(
  links: readonly Record<string, unknown>[],
  rules: Readonly<Record<string, readonly object[]>>,
) {
  return (url: URL, headers: Readonly<Record<string, unknown>>): StandInAnswer => {
    if (headers['x-api-key'] !== KEY) return REFUSED;
    const code = /^\/rest\/v3\/short-urls\/([^/]+)\/redirect-rules$/.exec(url.pathname)?.[1];
    if (code !== undefined) {
      const redirectRules = rules[code];
      return redirectRules === undefined
        ? { status: 404, body: { type: 'not-found' } }
        : { body: { defaultLongUrl: '', redirectRules } };
    }
    if (url.pathname !== '/rest/v3/short-urls') return { status: 404, body: {} };
    const size = 2;
    const page = Number(url.searchParams.get('page'));
    return {
      body: {
        shortUrls: {
          data: slice(links, (page - 1) * size, size),
          pagination: {
            currentPage: page,
            pagesCount: Math.ceil(links.length / size),
            itemsPerPage: size,
            totalItems: links.length,
          },
        },
      },
    };
  };
}

export function yourlsOf(links: readonly object[]) {
  return (url: URL): StandInAnswer => {
    const { searchParams: query, pathname } = url;
    if (pathname !== '/yourls-api.php') return { status: 404, body: {} };
    if (query.get('signature') !== KEY) return { status: 403, body: { errorCode: '403' } };
    const from = Number(query.get('start'));
    const page = slice(links, from, Number(query.get('limit')));
    return {
      body: {
        links: Object.fromEntries(page.map((link, place) => [`link_${from + place + 1}`, link])),
        stats: { total_links: String(links.length), total_clicks: '0' },
        statusCode: '200',
        message: 'success',
      },
    };
  };
}

export function kuttOf(links: readonly object[]) {
  return (url: URL, headers: Readonly<Record<string, unknown>>): StandInAnswer => {
    if (headers['x-api-key'] !== KEY) return REFUSED;
    const skip = Number(url.searchParams.get('skip'));
    const limit = Number(url.searchParams.get('limit'));
    return { body: { total: links.length, limit, skip, data: slice(links, skip, limit) } };
  };
}

export function dubOf(links: readonly { id: string }[]) {
  return (url: URL, headers: Readonly<Record<string, unknown>>): StandInAnswer => {
    if (headers['authorization'] !== `Bearer ${KEY}`) return REFUSED;
    const after = url.searchParams.get('startingAfter');
    const from = after === null ? 0 : links.findIndex(({ id }) => id === after) + 1;
    return { body: slice(links, from, Number(url.searchParams.get('pageSize'))) };
  };
}

/** Links of domains, and `link_country` and `link_region` of links by their id: without any, the plan has no targeting. */
export function shortioOf(
  domains: Readonly<Record<string, readonly object[]>>,
  targeting?: Readonly<Record<string, readonly object[]>>,
) {
  return (url: URL, headers: Readonly<Record<string, unknown>>): StandInAnswer => {
    if (headers['authorization'] !== KEY) return REFUSED;
    const hosts = Object.keys(domains);
    if (url.pathname === '/api/domains') {
      return { body: hosts.map((hostname, place) => ({ id: place + 1, hostname })) };
    }
    if (url.pathname.startsWith('/link_')) {
      return targeting === undefined
        ? { status: 402, body: { error: 'Upgrade your plan' } }
        : { body: targeting[url.pathname.slice(1)] ?? [] };
    }
    const links = domains[hosts[Number(url.searchParams.get('domain_id')) - 1] ?? ''] ?? [];
    const from = Number(url.searchParams.get('pageToken') ?? 0);
    const size = 2;
    const next = from + size < links.length ? { nextPageToken: String(from + size) } : {};
    return { body: { links: slice(links, from, size), count: links.length, ...next } };
  };
}

export function rebrandlyOf(links: readonly { id: string }[]) {
  return (url: URL, headers: Readonly<Record<string, unknown>>): StandInAnswer => {
    if (headers['apikey'] !== KEY) return REFUSED;
    const last = url.searchParams.get('last');
    const from = last === null ? 0 : links.findIndex(({ id }) => id === last) + 1;
    return { body: slice(links, from, Number(url.searchParams.get('limit'))) };
  };
}

export function branchOf(links: Readonly<Record<string, object>>) {
  return (url: URL): StandInAnswer => {
    if (url.searchParams.get('branch_key') !== KEY)
      return { status: 400, body: { error: { code: 400, message: 'Invalid branch_key' } } };
    const found = links[url.searchParams.get('url') ?? ''];
    return found === undefined ? { status: 404, body: { error: { code: 404 } } } : { body: found };
  };
}
