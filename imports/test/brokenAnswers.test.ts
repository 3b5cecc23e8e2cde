import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Api, type Page, type ReadPages, SourceRefused } from '@fairlead/imports/apis/getJson';
import { readBranch, READERS } from '@fairlead/imports/apis/readers';
import { SOURCES } from '@fairlead/imports/sources/index';
import { convertObject } from './convertRow.ts';

/** What each API answers where it has one link; Bitly and Short.io are asked for groups and domains first. */
const WHOLE: Record<string, (path: string) => unknown> = {
  bitly: (path) =>
    path === '/groups'
      ? { groups: [{ guid: 'g' }] }
      : { links: [{ id: 'go.acme.example/a' }], pagination: { next: '' } },
  shlink: () => ({ shortUrls: { data: [{ shortCode: 'a' }], pagination: { pagesCount: 1 } } }),
  yourls: () => ({ links: { link_1: { shorturl: 'a' } }, stats: { total_links: '1' } }),
  kutt: () => ({ total: 1, data: [{ address: 'a' }] }),
  dub: () => [{ id: 'a' }],
  shortio: (path) =>
    path === '/api/domains'
      ? [{ id: 1, hostname: 'a.test' }]
      : path.startsWith('/link_')
        ? []
        : { links: [{ path: 'a' }] },
  rebrandly: () => [{ id: 'a' }],
  branch: () => ({ data: { $desktop_url: 'https://acme.example/' } }),
};

const readerOf = (id: string): ReadPages =>
  id === 'branch'
    ? readBranch([{ Link: 'https://go.acme.example/a' }], (row) => String(row['Link']))
    : READERS[id as keyof typeof READERS]!.read;

/** Reads everything from an API that answers so; the pauses between tries are noted and not made. */
async function readAll(id: string, answer: (path: string, asked: number) => string | Response) {
  const pauses: number[] = [];
  let asked = 0;
  const api: Api = {
    base: 'https://api.acme.example',
    key: 'key',
    fetch(url) {
      asked += 1;
      const given = answer(new URL(url).pathname, asked);
      return Promise.resolve(typeof given === 'string' ? new Response(given) : given);
    },
    wait(milliseconds) {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  };
  const pages: Page[] = [];
  let refusal: unknown;
  try {
    for await (const page of readerOf(id)(api, null)) pages.push(page);
  } catch (error) {
    refusal = error;
  }
  return { records: pages.flatMap(({ records }) => records), refusal, pauses };
}

for (const [id, whole] of Object.entries(WHOLE)) {
  const textOf = (path: string) => JSON.stringify(whole(path));

  suite(`truncated answers of ${id}`, () => {
    test('a truncated answer is fetched again, without duplicating or losing links', async () => {
      for (const cut of [1, 2]) {
        const { records, refusal, pauses } = await readAll(id, (path, asked) =>
          asked === cut ? textOf(path).slice(0, -3) : textOf(path),
        );
        assert.equal(refusal, undefined);
        assert.equal(records.length, 1);
        // Branch is given a rest between two links as well.
        assert.ok(pauses.length <= 2);
      }
    });

    test('the import gives up after six truncated answers, with a message', async () => {
      const { records, refusal, pauses } = await readAll(id, (path) => textOf(path).slice(0, -3));
      assert.deepEqual(records, []);
      assert.ok(refusal instanceof SourceRefused);
      assert.match(
        refusal.message,
        /api\.acme\.example keeps failing \(an answer that is no JSON\)/,
      );
      assert.equal(pauses.length, 5);
    });

    test('an HTML page is treated like truncated JSON', async () => {
      const { refusal } = await readAll(id, () => '<!doctype html><title>Maintenance</title>');
      assert.match(String(refusal), /an answer that is no JSON/);
    });
  });

  if (id === 'branch') continue;
  suite(`unexpected answers of ${id}`, () => {
    for (const [what, text] of [
      ['an error with status 200', '{"error":"Wrong workspace"}'],
      ['null', 'null'],
      ['a text', '"hello"'],
    ] as const) {
      test(`${what} is refused instead of being taken for an account without links`, async () => {
        const { records, refusal } = await readAll(id, () => text);
        assert.deepEqual(records, []);
        assert.ok(refusal instanceof SourceRefused, String(refusal));
        assert.match(refusal.message, /Check --source-url|There is no Shlink/);
      });
    }

    test('a 404 of the API is refused too', async () => {
      const { refusal } = await readAll(id, () => new Response('{}', { status: 404 }));
      assert.ok(refusal instanceof SourceRefused, String(refusal));
      assert.equal(refusal.status, 404);
    });
  });
}

suite('an unreadable Branch link', () => {
  for (const [what, answer, reason] of [
    ['is gone', () => new Response('{}', { status: 404 }), /does not know the link/],
    ['has truncated data', () => '{"data":"{\\"$desktop_url\\":\\"https://acme"}', /no data/],
    ['has no data', () => '{"channel":"email"}', /no data/],
    ['is a list', () => '[]', /no data/],
  ] as const) {
    test(`that ${what} is skipped with the reason and does not stop the others`, async () => {
      const { records, refusal } = await readAll('branch', answer);
      assert.equal(refusal, undefined);
      const { links, unmade } = convertObject(SOURCES.branch, { ...records[0] });
      assert.deepEqual(links, []);
      assert.match(unmade[0]?.reason ?? '', reason);
    });
  }
});
