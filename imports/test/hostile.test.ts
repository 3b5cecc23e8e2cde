import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Api, getJson, listOf, SourceRefused } from '@fairlead/imports/apis/getJson';
import { readSqlDump } from '@fairlead/imports/readSqlDump';

function apiOf(answer: () => Response): Api {
  return {
    base: 'https://api.acme.example',
    key: 'key',
    fetch: () => Promise.resolve(answer()),
    wait: () => Promise.resolve(),
  };
}

suite('a source that answers something else than links', () => {
  test('an endless answer is refused while it is read, and is not asked for again', async () => {
    const piece = new Uint8Array(1024 * 1024).fill(32);
    let [asked, pieces] = [0, 0];
    const api = apiOf(() => {
      asked += 1;
      return new Response(
        new ReadableStream({
          pull(controller) {
            pieces += 1;
            controller.enqueue(piece);
          },
        }),
      );
    });
    await assert.rejects(
      getJson(api, '/links'),
      (error) => error instanceof SourceRefused && /more than 32 MB/.test(error.message),
    );
    assert.equal(asked, 1);
    assert.ok(pieces < 40, `${pieces} MB were read`);
  });

  for (const [what, text] of [
    ['lists in lists', '[[],[[]]]'],
    ['lists nested very deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['words', '["a","b"]'],
  ] as const) {
    test(`a list of ${what} is refused`, async () => {
      const api = apiOf(() => new Response(text));
      const answer = await getJson(api, '/links');
      assert.throws(() => listOf(api, answer), /something else than its links/);
    });
  }

  test('an empty list is the end of the links', () => {
    const api = apiOf(() => new Response());
    assert.deepEqual(listOf(api, []), []);
  });
});

suite('a hostile SQL dump', () => {
  // Each took minutes where every place of the text was tried against the rest of it.
  const N = 200_000;
  for (const [what, text] of [
    ['blanks', `INSERT INTO yourls_url${' '.repeat(N)}x`],
    ['brackets that stay open', 'INSERT INTO yourls_url ('.repeat(N / 10)],
    ['rows that stay open', "INSERT INTO yourls_url VALUES ('".repeat(N / 10)],
    ['names', `INSERT INTO ${'url'.repeat(N)}`],
  ] as const) {
    test(`of many ${what} is read in one go`, () => {
      assert.ok((readSqlDump(text)?.rows.length ?? 0) <= 1);
    });
  }

  test('text within a cell is no statement', () => {
    const dump = readSqlDump(
      "INSERT INTO yourls_url VALUES ('a','https://a.example/','INSERT INTO yourls_url VALUES (','','','0'),('b','https://b.example/','','','','0');",
    );
    assert.deepEqual(
      dump?.rows.map(({ cells }) => cells[0]),
      ['a', 'b'],
    );
  });
});
