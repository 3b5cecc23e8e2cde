import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, limitText } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import {
  anyProject,
  appKey,
  newLink,
  newProject,
  type TestProject,
} from '../../support/callers/personas.ts';
import { operations } from '@fairlead/contract';
import { bodyOf } from '../../support/callers/person.ts';
import { publishableKey } from '../../support/callers/publishableKey.ts';
import { type RawReply, send, visit } from '../../support/callers/request.ts';

async function bulk(project: TestProject, body: string, accept?: string): Promise<RawReply> {
  return send({
    method: 'POST',
    path: '/v1/links/bulk',
    headers: {
      'x-app-key': project.appKey,
      'content-type': 'application/json',
      ...(accept !== undefined && { accept }),
    },
    body,
    port: project.server.port,
  });
}

async function results(project: TestProject, rows: unknown[] | string): Promise<BulkResult[]> {
  const body = typeof rows === 'string' ? rows : JSON.stringify(rows);
  const reply = await bulk(project, body);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers['content-type'], 'application/x-ndjson');
  return reply.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BulkResult);
}

function statuses(lines: readonly BulkResult[]): number[] {
  return lines.map((line) => line.status);
}

describe('createLinks 200', () => {
  test('returns one line per row, in order, and links are live at once', async () => {
    const project = await newProject();
    const lines = await results(project, [
      { type: 'unified', slug: 'one', fallbackUrl: 'https://example.com/1' },
      { type: 'dynamic', externalId: 'two', parameters: { a: [1, null] }, domain: project.host },
    ]);
    assert.deepEqual(statuses(lines), [201, 201]);
    assert.deepEqual(lines[0], {
      index: 0,
      status: 201,
      id: lines[0]!.id,
      slug: 'one',
      shortUrl: `http://${project.host}:3000/one`,
      updatedAt: lines[0]!.updatedAt,
    });
    assert.equal(lines[1]!.externalId, 'two');
    const { headers } = await visit(project.host, '/one');
    assert.equal(headers.location, 'https://example.com/1');
  });

  test('a repeated call creates nothing and returns the same links', async () => {
    const project = await newProject();
    const rows = Array.from({ length: 2500 }, (_, n) => ({
      type: 'unified',
      externalId: `row-${n}`,
    }));
    const first = await results(project, rows);
    assert.ok(first.every((line, index) => line.status === 201 && line.index === index));
    const again = await results(project, rows);
    assert.ok(again.every((line) => line.status === 200));
    assert.deepEqual(
      again.map(({ id, slug }) => [id, slug]),
      first.map(({ id, slug }) => [id, slug]),
    );
    const page = await appKey(project)(operations.listLinks, { query: { limit: 1 } });
    assert.ok(page.status === 200 && page.body.nextCursor !== undefined);
  });

  test('is one JSON array for a caller who prefers JSON, and NDJSON for all others', async () => {
    const project = await newProject();
    const rows = JSON.stringify([{ type: 'unified', externalId: 'a' }, { type: 'magic' }]);
    for (const [accept, expected] of [
      ['application/json', 'application/json'],
      ['application/json, text/plain, */*', 'application/json'],
      ['application/x-ndjson;q=0.5, application/json', 'application/json'],
      [undefined, 'application/x-ndjson'],
      ['*/*', 'application/x-ndjson'],
      ['application/x-ndjson, application/json', 'application/x-ndjson'],
      ['application/json;q=0.5, */*', 'application/x-ndjson'],
      ['application/json;q=0', 'application/x-ndjson'],
    ] as const) {
      const reply = await bulk(project, rows, accept);
      assert.equal(reply.headers['content-type'], expected, accept);
      const results =
        expected === 'application/json'
          ? (JSON.parse(reply.text) as BulkResult[])
          : reply.text
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line) as BulkResult);
      assert.deepEqual(
        results.map(({ index, externalId }) => [index, externalId]),
        [
          [0, 'a'],
          [1, undefined],
        ],
      );
    }
    const none = await bulk(project, '[]', 'application/json');
    assert.deepEqual(JSON.parse(none.text), []);
    const many = JSON.stringify(Array.from({ length: 3000 }, () => ({ type: 'magic' })));
    const refused = JSON.parse(
      (await bulk(project, many, 'application/json')).text,
    ) as BulkResult[];
    assert.deepEqual(
      refused.map(({ index }) => index),
      [...Array(3000).keys()],
    );
  });

  test('a refused row has a stable code and its findings, with pointers into the row', async () => {
    const project = await newProject();
    const [bad, elsewhere, unreadable, good] = await results(
      project,
      [
        '{"type":"magic","tags":["a,b"],"createdAt":"1960-01-01T00:00:00Z"}',
        '{"type":"unified","domain":"elsewhere.test"}',
        '{oops}',
        '{"type":"unified"}',
      ].join('\n'),
    );
    assert.equal(bad!.code, 'VALIDATION_ERROR');
    assert.deepEqual(
      bad!.errors!.map(({ field, code, pointer }) => [field, code, pointer]),
      [
        ['type', 'not_allowed', '/type'],
        ['tags.0', 'format', '/tags/0'],
        ['createdAt', 'not_allowed', '/createdAt'],
      ],
    );
    assert.equal(elsewhere!.code, 'NOT_FOUND');
    assert.deepEqual(
      elsewhere!.errors!.map(({ field, code }) => [field, code]),
      [['domain', 'unknown']],
    );
    assert.equal(unreadable!.code, 'VALIDATION_ERROR');
    assert.equal(unreadable!.errors![0]!.pointer, '');
    assert.ok(!('code' in good!) && !('errors' in good!));
  });

  test('accepts NDJSON with blank lines, CRLF and no final newline', async () => {
    const project = await newProject();
    const text = '{"type":"unified","slug":"a"}\r\n\n{"type":"unified","slug":"b"}';
    const lines = await results(project, text);
    assert.deepEqual(
      lines.map((line) => line.slug),
      ['a', 'b'],
    );
  });

  test('each row is validated independently', async () => {
    const project = await newProject();
    await newLink(project, { slug: 'taken', externalId: 'old' });
    const lines = await results(project, [
      { type: 'unified', slug: 'good' },
      { type: 'magic' },
      5,
      { type: 'unified', slug: 'taken' },
      { type: 'unified', slug: 'good' },
      { type: 'unified', externalId: 'old', slug: '/bad/' },
      { type: 'unified', domain: 'elsewhere.test' },
      { type: 'unified', fallbackUrl: 'javascript:alert(1)' },
      { type: 'unified', externalId: 'twin' },
      { type: 'unified', externalId: 'twin' },
      { type: 'unified', parameters: { a: 'nul \u0000' } },
    ]);
    assert.deepEqual(statuses(lines), [201, 400, 400, 400, 400, 200, 404, 400, 201, 200, 400]);
    assert.equal(lines[8]!.id, lines[9]!.id);
    assert.match(lines[1]!.message!, /^type must be one of/);
    assert.match(lines[3]!.message!, /^slug "taken" is taken/);
    assert.match(lines[6]!.message!, /elsewhere\.test/);
  });

  test('malformed rows and a truncated body are reported in lines of their own', async () => {
    const project = await newProject();
    assert.deepEqual(statuses(await results(project, '[]')), []);
    const lines = '{"type":"unified"}\n{oops}\n{"__proto__":{}}\n{"type":"unified"}\n';
    assert.deepEqual(statuses(await results(project, lines)), [201, 400, 400, 201]);
    const open = await results(project, '[{"type":"unified"},{"type":"uni');
    assert.deepEqual(statuses(open), [201, 400]);
    assert.match(open[1]!.message!, /ends within the array/);
    const after = await results(project, '[{"type":"unified"}] and more');
    assert.deepEqual(statuses(after), [201, 400]);
    const comma = await results(project, '[{"type":"unified"},]');
    assert.deepEqual(statuses(comma), [201, 400]);
    const huge = `{"type":"unified","name":"${'x'.repeat(LIMITS.bodyBytes)}"}\n{"type":"unified"}`;
    assert.deepEqual(statuses(await results(project, huge)), [400, 201]);
  });

  test(`the first row beyond ${limitText('bulkRows')} is refused and ends the reply; earlier rows stand`, async () => {
    const project = await newProject();
    const text = `[${Array.from({ length: LIMITS.bulkRows + 2 }, () => '{"type":"x"}').join(',')}]`;
    const lines = await results(project, text);
    assert.equal(lines.length, LIMITS.bulkRows + 1);
    assert.match(lines.at(-1)!.message!, new RegExp(`at most ${limitText('bulkRows')} rows`));
    assert.match(lines.at(-2)!.message!, /^type must be/);
  });

  test('sets the two managed flags, since a secret key may manage links', async () => {
    const project = await newProject();
    const [on, none, bad] = await results(project, [
      { type: 'dynamic', iosSocialBreakout: false, iosBrowserAutoOpen: true },
      { type: 'dynamic' },
      { type: 'dynamic', iosSocialBreakout: 'yes' },
    ]);
    assert.match(bad!.message!, /^iosSocialBreakout must be/);
    const read = async (id: string) =>
      bodyOf(await appKey(project)(operations.getLinkById, { params: { id } }), 200);
    const flagged = await read(on!.id!);
    assert.deepEqual([flagged.iosSocialBreakout, flagged.iosBrowserAutoOpen], [false, true]);
    const plain = await read(none!.id!);
    assert.deepEqual([plain.iosSocialBreakout, plain.iosBrowserAutoOpen], [undefined, false]);
  });

  test('a row with the externalId of an earlier row gets its link, whatever else is wrong with it', async () => {
    const project = await newProject();
    const lines = await results(project, [
      { type: 'unified', externalId: 'late', slug: '/bad/' },
      { type: 'unified', externalId: 'late' },
      { type: 'unified', externalId: 'late', slug: '/bad/' },
      { type: 'unified', externalId: 'late', domain: 'unknown.example' },
      { type: 'unified', externalId: 'late', parameters: 5 },
    ]);
    assert.deepEqual(statuses(lines), [400, 201, 200, 200, 400]);
    assert.equal(lines[2]!.id, lines[1]!.id);
  });

  test('overlapping calls create one link per externalId', async () => {
    const project = await newProject();
    const rows = Array.from({ length: 300 }, (_, n) => ({ type: 'unified', externalId: `r${n}` }));
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, n) => results(project, n % 2 ? rows.toReversed() : rows)),
    );
    const created = replies.flat().filter((line) => line.status === 201);
    assert.equal(created.length, rows.length);
    assert.equal(new Set(replies.flat().map((line) => line.id)).size, rows.length);
  });
});

describe('createLinks errors', () => {
  test('400: an empty body', async () => {
    assert.equal((await bulk(await anyProject(), '')).status, 400);
    assert.equal((await bulk(await anyProject(), ' \n ')).status, 400);
  });

  test('401: without an app key; 403: with a publishable key', async () => {
    const anonymous = await send({ method: 'POST', path: '/v1/links/bulk', body: '[]' });
    assert.equal(anonymous.status, 401);
    const call = await publishableKey(await anyProject());
    const reply = await call(operations.createLinks, { body: [] });
    assert.equal(reply.status, 403);
  });

  test('404: a project without a verified domain', async () => {
    const project = await newProject({ noDomain: true });
    assert.equal((await bulk(project, '[{"type":"unified"}]')).status, 404);
  });

  test('413: more than 64 MB, refused before the body is read', async () => {
    const project = await anyProject();
    const reply = await send({
      method: 'POST',
      path: '/v1/links/bulk',
      headers: { 'x-app-key': project.appKey },
      body: ' '.repeat(LIMITS.bulkBytes + 1),
    });
    assert.equal(reply.status, 413);
    assert.match(reply.text, /64 MB/);
  });
});
