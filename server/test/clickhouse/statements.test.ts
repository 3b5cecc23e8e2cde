import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ClickHouse } from '../../src/clickhouse/ClickHouse.ts';
import { connectClickHouse } from '../../src/clickhouse/connectClickHouse.ts';
import type { RolledSource } from '../../src/clickhouse/ClickScope.ts';
import { countTimes } from '../../src/clickhouse/countTimes.ts';
import { countVisitors } from '../../src/clickhouse/countVisitors.ts';
import { deleteRanges, eraseProjects, foldClicks } from '../../src/clickhouse/deleteClicks.ts';
import { findClicks, findRecentClicks } from '../../src/clickhouse/findClicks.ts';
import { type ClickValues, insertClicks } from '../../src/clickhouse/insertClicks.ts';
import { streamLinkCounts, streamLinkValues } from '../../src/clickhouse/countLinks.ts';
import { prepareClickHouse } from '../../src/clickhouse/prepareClickHouse.ts';
import { createVersions, localTable, SCHEMA } from '../../src/clickhouse/schema.ts';
import { rankValues } from '../../src/clickhouse/rankValues.ts';
import { rollUpHours, rollUpVisitors } from '../../src/clickhouse/rollUp.ts';
import { readClickHouseUrl } from '../../src/lib/readClickHouseUrl.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/time.ts';
import { newId } from '../../src/lib/uuid.ts';
import { endings } from '../support/endings.ts';
import { useClickHouse, withClickHouse } from './openClickHouse.ts';

const DAY = Date.UTC(2026, 2, 4);

async function openDatabase(
  installation: string = randomUUID(),
): Promise<{ ch: ClickHouse; url: string }> {
  const url = await (await useClickHouse()).newDatabase();
  const ch = await connect(url);
  await prepareClickHouse(ch, installation);
  return { ch, url };
}

async function connect(url: string): Promise<ClickHouse> {
  const address = readClickHouseUrl(url);
  if (typeof address === 'string') throw new Error(address);
  return endings.use(await connectClickHouse(address));
}

function click(projectId: string, at: number, more: Partial<ClickValues> = {}): ClickValues {
  return {
    id: newId(at),
    projectId,
    linkKey: 7,
    kind: 1,
    source: 0,
    device: 'mobile',
    os: 'iOS',
    browser: 'Safari',
    country: 'DE',
    app: null,
    referrer: null,
    visitor: '5',
    ...more,
  };
}

const count = async (ch: ClickHouse, table: string) =>
  (await ch.select<{ n: number }>(`SELECT count() AS n FROM ${table}`))[0]!.n;

async function collect<T>(groups: AsyncIterable<readonly T[]>): Promise<T[]> {
  return (await Array.fromAsync(groups)).flat();
}

test(
  'clickhouse: rows inserted twice under one token are stored once',
  withClickHouse,
  async () => {
    const { ch } = await openDatabase();
    const projectId = randomUUID();
    // Of two partitions.
    const clicks = [click(projectId, DAY), click(projectId, DAY + 8 * DAY_MS)];
    for (let time = 0; time < 3; time += 1) {
      await insertClicks(ch, clicks, { journal: 'a', token: 'a:0:9' });
    }
    assert.equal(await count(ch, 'clicks'), 2);
    // Half of it had arrived before.
    const more = [click(projectId, DAY + 1), ...clicks];
    await insertClicks(ch, more.slice(1), { journal: 'a', token: 'a:0:9' });
    assert.equal(await count(ch, 'clicks'), 2);
    const found = await findClicks(ch, [clicks[1]!.id, more[0]!.id]);
    const { id } = clicks[1]!;
    assert.deepEqual(found, [
      { id, linkKey: 7, at: DAY + 8 * DAY_MS, kind: 1, os: 'iOS', journal: 'a' },
    ]);
  },
);

test('clickhouse: questions answer from rows and roll-ups alike', withClickHouse, async () => {
  const { ch } = await openDatabase();
  const projectId = randomUUID();
  const other = randomUUID();
  const clicks = [
    click(projectId, DAY + 100),
    click(projectId, DAY + HOUR_MS, { visitor: '6', os: null, referrer: 'ä.example' }),
    click(projectId, DAY + HOUR_MS + 1, { linkKey: 8, visitor: '6', os: 'Android', source: 1 }),
    click(projectId, DAY + 2 * HOUR_MS, { kind: 2, app: 'Slack' }),
    click(projectId, DAY + 2 * HOUR_MS, { kind: 3 }),
    click(projectId, DAY + DAY_MS, { visitor: '-9223372036854775808' }),
    click(other, DAY),
  ];
  await insertClicks(ch, clicks, { journal: 'a', token: 'b:0:1' });
  const window = { from: new Date(DAY), to: new Date(DAY + 2 * DAY_MS) };
  const scope = { projectId };
  const fromRows: RolledSource = { scope, rolled: undefined, stale: [], rows: [window] };
  const ask = async (source: RolledSource) => ({
    times: await countTimes(ch, source, 60),
    values: await rankValues(ch, source, 10),
    visitors: await countVisitors(ch, source),
  });
  const expected = await ask(fromRows);
  assert.deepEqual(expected.times, [
    { at: DAY, clicks: 1, previews: 0, bots: 0 },
    { at: DAY + HOUR_MS, clicks: 2, previews: 0, bots: 0 },
    { at: DAY + 2 * HOUR_MS, clicks: 0, previews: 1, bots: 1 },
    { at: DAY + DAY_MS, clicks: 1, previews: 0, bots: 0 },
  ]);
  assert.deepEqual(
    expected.values.filter(({ dimension }) => dimension === 2),
    [
      { dimension: 2, value: 'iOS', clicks: 2 },
      { dimension: 2, value: 'Android', clicks: 1 },
      { dimension: 2, value: '', clicks: 1 },
    ],
  );
  assert.equal(expected.visitors, 3);
  // Counted twice: the later count takes the place of the earlier one.
  for (const version of [1, 2]) {
    await rollUpHours(ch, { range: window, version, except: [] });
    await rollUpVisitors(ch, { range: window, version, except: [] });
  }
  assert.deepEqual(await ask({ ...fromRows, rolled: window, rows: [] }), expected);
  const hour = { from: new Date(DAY + HOUR_MS), to: new Date(DAY + 2 * HOUR_MS) };
  const stale = { scope, rolled: window, stale: [hour.from], rows: [hour] };
  assert.deepEqual(await countTimes(ch, stale, 60), expected.times);
  assert.deepEqual(await rankValues(ch, stale, 10), expected.values);
});

test(
  'clickhouse: links are counted and listed with their most common values',
  withClickHouse,
  async () => {
    const { ch } = await openDatabase();
    const projectId = randomUUID();
    const clicks = [
      click(projectId, DAY),
      click(projectId, DAY + 1, { os: 'Android', browser: null }),
      click(projectId, DAY + 2, { os: 'Android', browser: null }),
      click(projectId, DAY + 3, { linkKey: 9, kind: 3 }),
    ];
    await insertClicks(ch, clicks, { journal: 'a', token: 'c:0:1' });
    const range = { from: new Date(DAY) };
    assert.deepEqual(
      (await collect(streamLinkCounts(ch, { projectId, range }))).toSorted((a, b) => a.key - b.key),
      [
        { key: 7, clicks: 3, previews: 0, bots: 0, lastClickedAt: DAY + 2 },
        { key: 9, clicks: 0, previews: 0, bots: 1, lastClickedAt: 0 },
      ],
    );
    const values = { key: 7, device: 'mobile', os: 'Android', browser: 'Safari', country: 'DE' };
    assert.deepEqual(
      await collect(streamLinkValues(ch, { projectId, keys: [7], range, pending: [] })),
      [values],
    );
    const recent = await findRecentClicks(ch, { projectId, linkKey: 7 }, { limit: 2 });
    assert.deepEqual(
      recent.map(({ id }) => id),
      [clicks[2]!.id, clicks[1]!.id],
    );
    const after = await findRecentClicks(
      ch,
      { projectId, linkKey: 7 },
      { limit: 9, after: clicks[1]!.id },
    );
    assert.deepEqual(
      after.map(({ id }) => id),
      [clicks[2]!.id],
    );
    const slice = randomUUID();
    const day = { from: new Date(DAY), to: new Date(DAY + DAY_MS) };
    for (let time = 0; time < 2; time += 1) await foldClicks(ch, projectId, day, slice);
    await deleteRanges(ch, [{ projectId, ...day }]);
    assert.equal(await count(ch, 'clicks'), 0);
    assert.deepEqual(await collect(streamLinkValues(ch, { projectId, range: {}, pending: [] })), [
      values,
    ]);
    await eraseProjects(ch, [projectId]);
    assert.equal(await count(ch, 'expired_values'), 0);
  },
);

test(
  'clickhouse: an unsafe or foreign database is refused with the cure',
  withClickHouse,
  async () => {
    const installation = randomUUID();
    const { ch, url } = await openDatabase(installation);
    await prepareClickHouse(ch, installation);
    await assert.rejects(prepareClickHouse(ch, randomUUID()), /belongs to another installation/);
    await ch.run('ALTER TABLE clicks MODIFY SETTING fsync_after_insert = 0');
    await assert.rejects(
      prepareClickHouse(ch, installation),
      /run: ALTER TABLE clicks MODIFY SETTING fsync_after_insert = 1$/,
    );
    await ch.run('ALTER TABLE clicks MODIFY SETTING fsync_after_insert = 1');
    await prepareClickHouse(ch, installation);
    const stranger = await connect(url.replace(/:[^:@]+@/, ':wrong@'));
    await assert.rejects(stranger.select('SELECT 1'), /Authentication failed/);
    const nobody = await connect('clickhouse://a:b@127.0.0.1:1/c');
    await assert.rejects(nobody.select('SELECT 1'), { code: 'UNAVAILABLE' });
  },
);

test(
  'clickhouse: the tables of a cluster are statements that ClickHouse can read',
  withClickHouse,
  async () => {
    const ch = await connect(await (await useClickHouse()).newDatabase());
    const place = { database: 'fairlead', cluster: 'main' };
    const made = [createVersions(place), ...SCHEMA.flatMap(({ statements }) => statements(place))];
    const changes = [
      `ALTER TABLE ${localTable('clicks', place)} DELETE WHERE project_id = generateUUIDv4()`,
    ];
    for (const query of [...made, ...changes]) {
      const [row] = await ch.select<{ text: string }>(
        'SELECT formatQuery({query:String}) AS text',
        {
          query,
        },
      );
      assert.match(row!.text, /ON CLUSTER main/);
    }
    assert.equal(made.filter((text) => /Replicated(Replacing)?MergeTree/.test(text)).length, 6);
  },
);
