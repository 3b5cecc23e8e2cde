import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetch } from '../../src/core/send.ts';

export const FIXTURES = join(import.meta.dirname, '../../fixtures');

/** One request and its answer as they went over the wire, with ids, times and tokens made the same. */
export interface Fixture {
  readonly operation: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Record<string, string>;
    readonly body?: unknown;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: unknown;
  };
}

/** Headers that clients read. */
const ANSWER_HEADERS = ['content-type', 'retry-after', 'x-installation-token', 'x-request-id'];
const LINES = 'application/x-ndjson';

/** Keeps every exchange that goes through it; the added headers are not recorded. */
export function recordExchanges(added: Readonly<Record<string, string>> = {}): {
  readonly fetch: Fetch;
  readonly last: () => Fixture;
  readonly all: () => readonly Fixture[];
} {
  const made: Fixture[] = [];
  return {
    async fetch(url, init) {
      const headers = { ...(init.headers as Record<string, string>), ...added };
      const response = await fetch(url, { ...init, headers });
      const { pathname, search } = new URL(url);
      const answered = Object.fromEntries(
        ANSWER_HEADERS.flatMap((name) => {
          const value = response.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      );
      made.push({
        operation: '',
        request: {
          method: init.method ?? 'GET',
          path: pathname + search,
          headers: init.headers as Record<string, string>,
          ...(typeof init.body === 'string' && { body: readBody(init.body) }),
        },
        answer: {
          status: response.status,
          headers: answered,
          body: readBody(await response.clone().text()),
        },
      });
      return response;
    },
    last() {
      const exchange = made.pop();
      if (!exchange) throw new Error('Nothing was asked');
      return exchange;
    },
    all: () => made,
  };
}

/** Answers what is on record, and shows what it was asked. */
export function replay(fixture: Fixture): {
  readonly fetch: Fetch;
  readonly asked: () => Fixture['request'] | undefined;
} {
  let asked: Fixture['request'] | undefined;
  return {
    async fetch(url, init) {
      const { pathname, search } = new URL(url);
      asked ??= {
        method: init.method ?? 'GET',
        path: pathname + search,
        headers: init.headers as Record<string, string>,
        ...(typeof init.body === 'string' && { body: readBody(init.body) }),
      };
      const { status, headers, body } = fixture.answer;
      const lines = headers['content-type']?.startsWith(LINES) === true;
      const text = lines
        ? `${(body as unknown[]).map((each) => JSON.stringify(each)).join('\n')}\n`
        : JSON.stringify(body);
      return new Response(text, { status, headers });
    },
    asked: () => asked,
  };
}

/** One JSON value, or one a line. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text
      .split('\n')
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line));
  }
}

/** Makes what differs from run to run the same: equal things stay equal. */
export function normalise<T>(fixture: T, names: Readonly<Record<string, string>>): T {
  const ids = new Map<string, string>();
  let text = JSON.stringify(fixture);
  for (const [from, to] of Object.entries(names)) text = text.replaceAll(from, to);
  text = text
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'header.payload.signature')
    .replaceAll(/expires=\d+/g, 'expires=1767225600')
    .replaceAll(/signature=[\w.-]+/g, 'signature=signed')
    .replaceAll(/(_lc(?:=|%3D)[0-9a-f-]{36})\.[\w-]+/g, '$1.signed')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-01T00:00:00.000Z')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      const known =
        ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
      ids.set(id, known);
      return known;
    });
  return JSON.parse(text) as T;
}

export function readFixtures(): Map<string, Fixture> {
  return new Map(
    globSync('*.json', { cwd: FIXTURES }).map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Fixture,
    ]),
  );
}
