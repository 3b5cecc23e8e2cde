import type { SourceId } from '../Source.ts';
import { UNREAD } from '../sources/branch.ts';
import { COUNTRIES, REGIONS } from '../sources/shortio.ts';
import { textOf } from '../values.ts';
import {
  fieldOf,
  getJson,
  isObject,
  listOf,
  otherAnswer,
  type Page,
  type ReadPages,
  SourceRefused,
} from './getJson.ts';

/** How the links of a service are read; `base` where it stands at one address for everyone. */
export interface Reader {
  readonly base: string | null;
  readonly read: ReadPages;
}

/** Group after group, page after page; the cursor is `group/search_after`. */
const readBitly: ReadPages = async function* (api, cursor) {
  const headers = { authorization: `Bearer ${api.key}` };
  const groups = listOf(api, await getJson(api, '/groups', headers), 'groups').map((group) =>
    textOf(group['guid']),
  );
  const [first, last] = splitCursor(cursor);
  const start = Math.max(0, groups.indexOf(first));
  let after = last;
  for (const [place, group] of groups.entries()) {
    if (place < start) continue;
    for (let more = true; more;) {
      const query = new URLSearchParams({
        size: '100',
        archived: 'both',
        ...(after && { search_after: after }),
      });
      const page = await getJson(
        api,
        `/groups/${encodeURIComponent(group)}/bitlinks?${query.toString()}`,
        headers,
      );
      after = nextOf(fieldOf(page, 'pagination'));
      more = after !== '';
      const next = more
        ? `${group}/${after}`
        : place + 1 < groups.length
          ? `${groups[place + 1]}/`
          : null;
      yield { records: listOf(api, page, 'links'), cursor: next };
    }
  }
};

/** `outer/inner`; the inner one may have slashes. */
function splitCursor(cursor: string | null): [string, string] {
  const text = cursor ?? '/';
  const slash = text.indexOf('/');
  return [text.slice(0, slash), text.slice(slash + 1)];
}

/** The mark of the next page, out of its own field or out of the address of the page. */
function nextOf(pagination: unknown): string {
  const next = textOf(fieldOf(pagination, 'next'));
  if (next === '') return '';
  const mark = textOf(fieldOf(pagination, 'search_after'));
  return mark || (URL.canParse(next) ? (new URL(next).searchParams.get('search_after') ?? '') : '');
}

/** Page after page, with the rules of links that have some. */
const readShlink: ReadPages = async function* (api, cursor) {
  const headers = { 'x-api-key': api.key };
  for (let page = Number(cursor ?? 1); ; page += 1) {
    const answer = await getJson(api, `/rest/v3/short-urls?page=${page}&itemsPerPage=50`, headers);
    const found = fieldOf(answer, 'shortUrls');
    if (found === undefined)
      throw new SourceRefused(
        404,
        'There is no Shlink at this address: give its base, such as https://s.example.com',
      );
    const records: Record<string, unknown>[] = [];
    for (const link of listOf(api, found, 'data')) {
      const redirectRules = link['hasRedirectRules'] === true ? await rulesOf(link) : undefined;
      records.push({ ...link, redirectRules });
    }
    const pages = Number(fieldOf(fieldOf(found, 'pagination'), 'pagesCount') ?? 1);
    yield { records, cursor: page < pages ? String(page + 1) : null };
    if (page >= pages) return;
  }

  async function rulesOf(link: Record<string, unknown>): Promise<unknown> {
    const domain = textOf(link['domain']);
    const query = domain === '' ? '' : `?domain=${encodeURIComponent(domain)}`;
    const path = `/rest/v3/short-urls/${encodeURIComponent(textOf(link['shortCode']))}/redirect-rules${query}`;
    const answer = await getJson(api, path, headers);
    // Servers before rules do not know the path.
    return answer === undefined ? [] : listOf(api, answer, 'redirectRules');
  }
};

const YOURLS_PAGE = 100;

/** There is no list; the newest links, from an offset on, are one. */
const readYourls: ReadPages = async function* (api, cursor) {
  const colon = api.key.indexOf(':');
  const credential =
    colon > 0
      ? { username: api.key.slice(0, colon), password: api.key.slice(colon + 1) }
      : { signature: api.key };
  for (let start = Number(cursor ?? 0); ; start += YOURLS_PAGE) {
    const query = new URLSearchParams({
      action: 'stats',
      filter: 'last',
      format: 'json',
      limit: String(YOURLS_PAGE),
      start: String(start),
      ...credential,
    });
    const answer = await getJson(api, `/yourls-api.php?${query.toString()}`);
    // Behind the last link there are no `links`, but numbers still.
    if (fieldOf(answer, 'stats') === undefined) throw otherAnswer(api, answer, '"stats"');
    const records = listOf(api, Object.values(fieldOf(answer, 'links') ?? {}));
    const more = records.length === YOURLS_PAGE;
    yield { records, cursor: more ? String(start + YOURLS_PAGE) : null };
    if (!more) return;
  }
};

const readKutt: ReadPages = async function* (api, cursor) {
  for (let skip = Number(cursor ?? 0); ;) {
    const path = `/api/v2/links?limit=50&skip=${skip}&all=false`;
    const page = await getJson(api, path, { 'x-api-key': api.key });
    const records = listOf(api, page, 'data');
    skip += records.length;
    const more = records.length > 0 && skip < Number(fieldOf(page, 'total') ?? 0);
    yield { records, cursor: more ? String(skip) : null };
    if (!more) return;
  }
};

const DUB_PAGE = 100;

const readDub: ReadPages = async function* (api, cursor) {
  for (let after = cursor; ;) {
    const from = after === null ? '' : `&startingAfter=${encodeURIComponent(after)}`;
    const path = `/links?pageSize=${DUB_PAGE}${from}`;
    const records = listOf(api, await getJson(api, path, { authorization: `Bearer ${api.key}` }));
    after = records.length === DUB_PAGE ? textOf(records.at(-1)?.['id']) : null;
    yield { records, cursor: after };
    if (after === null) return;
  }
};

/** Domain after domain, with the targeting of each link; the cursor is `domain id/page token`. */
const readShortio: ReadPages = async function* (api, cursor) {
  const headers = { authorization: api.key };
  const targetings = new Set([COUNTRIES, REGIONS]);
  const domains = listOf(api, await getJson(api, '/api/domains', headers));
  const [first, last] = splitCursor(cursor);
  const start = Math.max(
    0,
    domains.findIndex(({ id }) => textOf(id) === first),
  );
  let token = last;
  for (const [place, domain] of domains.entries()) {
    if (place < start) continue;
    const id = textOf(domain['id']);
    for (let more = true; more;) {
      const query = new URLSearchParams({
        domain_id: id,
        limit: '150',
        ...(token && { pageToken: token }),
      });
      const page = await getJson(api, `/api/links?${query.toString()}`, headers);
      token = textOf(fieldOf(page, 'nextPageToken'));
      more = token !== '';
      const following = domains[place + 1];
      const next = more
        ? `${id}/${token}`
        : following === undefined
          ? null
          : `${textOf(following['id'])}/`;
      const records: Record<string, unknown>[] = [];
      for (const link of listOf(api, page, 'links')) {
        records.push({ ...link, domain: domain['hostname'], ...(await targetingOf(link)) });
      }
      yield { records, cursor: next };
    }
  }

  /** A link does not say whether it has any: it is asked for. */
  async function targetingOf(link: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = encodeURIComponent(textOf(link['idString']) || textOf(link['id']));
    const found: Record<string, unknown> = {};
    for (const name of targetings) {
      try {
        const answer = await getJson(api, `/${name}/${id}`, headers);
        if (answer !== undefined) found[name] = listOf(api, answer);
      } catch (error) {
        // Of an account whose plan has no targeting.
        if (!(error instanceof SourceRefused && NOT_IN_PLAN.has(error.status))) throw error;
        targetings.delete(name);
      }
    }
    return found;
  }
};

const NOT_IN_PLAN: ReadonlySet<number> = new Set([402, 403]);

const REBRANDLY_PAGE = 25;

const readRebrandly: ReadPages = async function* (api, cursor) {
  for (let last = cursor; ;) {
    const from = last === null ? '' : `&last=${encodeURIComponent(last)}`;
    const path = `/v1/links?orderBy=createdAt&orderDir=desc&limit=${REBRANDLY_PAGE}${from}`;
    const records = listOf(api, await getJson(api, path, { apikey: api.key }));
    last = records.length === REBRANDLY_PAGE ? textOf(records.at(-1)?.['id']) : null;
    yield { records, cursor: last };
    if (last === null) return;
  }
};

/** The APIs that list links. Branch has none: see readBranch. */
export const READERS: Readonly<Partial<Record<SourceId, Reader>>> = {
  bitly: { base: 'https://api-ssl.bitly.com/v4', read: readBitly },
  shlink: { base: null, read: readShlink },
  yourls: { base: null, read: readYourls },
  kutt: { base: 'https://kutt.it', read: readKutt },
  dub: { base: 'https://api.dub.co', read: readDub },
  shortio: { base: 'https://api.short.io', read: readShortio },
  rebrandly: { base: 'https://api.rebrandly.com', read: readRebrandly },
};

export const BRANCH_BASE = 'https://api2.branch.io';
/** Branch takes 100 calls a second. Milliseconds between two. */
const BRANCH_PACE = 12;
const BRANCH_PAGE = 50;

/** The data of links whose URLs stand in a file, a call each; the cursor is the number of rows that are read. */
export function readBranch(
  rows: readonly Record<string, unknown>[],
  urlOf: (row: Record<string, unknown>) => string,
): ReadPages {
  return async function* (api, cursor): AsyncGenerator<Page> {
    for (let start = Number(cursor ?? 0); start < rows.length; start += BRANCH_PAGE) {
      const records: Record<string, unknown>[] = [];
      for (const row of rows.slice(start, start + BRANCH_PAGE)) {
        const url = urlOf(row);
        const query = new URLSearchParams({ url, branch_key: api.key });
        const answer = url === '' ? undefined : await getJson(api, `/v1/url?${query.toString()}`);
        const read = url === '' ? {} : (flatten(answer) ?? { [UNREAD]: whyUnread(answer) });
        records.push({ ...row, ...read, ...(url !== '' && { url }) });
        await api.wait(BRANCH_PACE);
      }
      const next = start + BRANCH_PAGE;
      yield { records, cursor: next < rows.length ? String(next) : null };
    }
  };
}

function whyUnread(answer: unknown): string {
  return answer === undefined
    ? 'Branch does not know the link (404)'
    : 'Branch answered no data of the link that can be read';
}

/** `data` beside the analytics, which stand at the top; it may be JSON in a string. Undefined where it is none. */
function flatten(answer: unknown): Record<string, unknown> | undefined {
  const data = fieldOf(answer, 'data');
  const inner = typeof data === 'string' ? parse(data) : data;
  if (!isObject(answer) || !isObject(inner)) return undefined;
  const { data: _, ...top } = answer;
  return { ...top, ...inner };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
