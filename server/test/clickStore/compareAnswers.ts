import type { LinkTopValues } from '@fairlead/contract/operations/analytics';
import assert from 'node:assert/strict';
import { type RawBuilder, sql } from 'kysely';
import { startsOf } from '#visits/numbers/timesOfZone.ts';
import type { ClickScope } from '#visits/numbers/ClickStore.ts';
import { type ClickFacts, COUNTED_FIELDS, LINK_TOP_FIELDS } from '#visits/clicks/facts/Click.ts';
import { oneOf, type Random } from '#start/demo/random.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import { compareGroups, compareRoutes, compareStream } from './compareGroups.ts';
import type { Recount, Span } from './createRecount.ts';
import { DAY } from './drawVisits.ts';
import type { Stage, StagedProject } from './openStage.ts';

const ZONES = [
  'UTC',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
  'Pacific/Apia',
];

/** What the questions are about. */
export interface Questions {
  readonly random: Random;
  readonly project: StagedProject;
  /** The links that are looked at one by one. */
  readonly keys: readonly number[];
  /** Windows lie in here. */
  readonly span: Span;
  /** UTC midnight: rows before it were deleted. */
  readonly keptFrom?: number;
}

/** Asks everything that a store answers, and compares each answer with the recount. */
export async function compareAnswers(stage: Stage, questions: Questions): Promise<void> {
  await compareLifetimes(stage, questions);
  for (const range of drawRanges(questions)) await compareLinks(stage, questions, range);
  await compareSingleClicks(stage, questions);
  const range = oneOf(questions.random, drawRanges(questions));
  for (const facts of [undefined, drawFacts(questions, stage.recount)]) {
    await compareStream(stage, questions, range, facts);
  }
  await compareGroups(stage, questions, drawSpan(questions.random, questions.span));
  await compareRoutes(stage, questions, drawSpan(questions.random, questions.span));
  for (let times = 0; times < 8; times += 1) {
    const keys = [undefined, oneOf(questions.random, questions.keys)];
    for (const key of keys) await compareWindow(stage, questions, { key });
    const facts = drawFacts(questions, stage.recount);
    await compareWindow(stage, questions, { key: oneOf(questions.random, keys), facts });
  }
}

/** Both bounds, each of them alone, and one that holds most of everything. */
function drawRanges({ random, span }: Questions): TimeRange[] {
  const { from, to } = drawSpan(random, span);
  const most = new Date(span.from + (span.to - span.from) * 0.1);
  return [
    { from: new Date(from), to: new Date(to) },
    { from: new Date(from) },
    { to: new Date(to) },
    { from: most },
    { from: most, to: new Date(span.to - 2 * DAY) },
  ];
}

function drawSpan(random: Random, { from, to }: Span): Span {
  const time = () => from + Math.floor(random() * (to - from));
  const [one, other] = [time(), time()];
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

const spanOf = ({ from, to }: TimeRange): Span => ({
  from: from?.getTime() ?? -Infinity,
  to: to?.getTime() ?? Infinity,
});

/** Lifetime counters, which are PostgreSQL's in every store, and the numbers of an export. */
async function compareLifetimes({ db, recount, ...stage }: Stage, { project, keys }: Questions) {
  const counters = await db
    .selectFrom('link_counters')
    .select(['link_key', 'clicks', 'previews', 'bots', 'opens', 'last_clicked_at'])
    .where('link_key', 'in', [...keys])
    .execute();
  const found = new Map(counters.map(({ link_key, ...row }) => [link_key, countedLink(row)]));
  for (const key of keys) {
    assert.deepEqual(found.get(key) ?? NO_CLICKS, recount.countLink(key), `lifetime of ${key}`);
  }
  await compareTopValues({ db, recount, ...stage }, { project, keys }, {});
  await compareExport({ db, recount, ...stage }, project, keys, {});
}

async function compareLinks(stage: Stage, questions: Questions, range: TimeRange) {
  const { project, keys } = questions;
  const { recount } = stage;
  const span = spanOf(range);
  const [first = 0] = keys;
  const facts = drawFacts(questions, recount);
  for (const [link, only] of [[undefined], [{ key: first }], [undefined, facts]] as const) {
    const asked = link ? [first] : keys;
    const found = await countLinks(stage, { project, link }, range, asked, only);
    for (const key of asked) {
      const counted = recount.countLink(key, span, only);
      // A link without such clicks may be left out.
      assert.deepEqual(found.get(key) ?? NO_CLICKS, counted, `${key} ${JSON.stringify(only)}`);
    }
  }
  await compareTopValues(stage, { project, keys }, range);
  await compareExport(stage, project, keys, range);
}

interface CounterRow {
  readonly clicks: number | null;
  readonly previews: number | null;
  readonly bots: number | null;
  readonly opens: number | null;
  readonly last_clicked_at: Date | null;
}

const NO_CLICKS = { clicks: 0, previews: 0, bots: 0, opens: 0, lastClickedAt: null };

function countedLink(row: CounterRow) {
  return {
    clicks: row.clicks ?? 0,
    previews: row.previews ?? 0,
    bots: row.bots ?? 0,
    opens: row.opens ?? 0,
    lastClickedAt: row.last_clicked_at?.getTime() ?? null,
  };
}

async function countLinks(
  { db, store }: Stage,
  scope: ClickScope,
  range: TimeRange,
  keys: readonly number[],
  facts: ClickFacts | undefined,
) {
  const counts = await store.countLinks(db, scope, range, facts);
  // As lists do: the keys are those of a relation of the statement.
  const wanted = sql`select key from page`;
  const { rows } = await sql<CounterRow & { readonly key: number }>`
    with page as materialized (select unnest(${keys}::bigint[]) as key)
    select page.key, clicks, previews, bots, opens, last_clicked_at
    from page left join ${counts.clicks(wanted)} as click on click.link_key = page.key
      left join ${counts.opens(wanted)} as open on open.link_key = page.key`.execute(db);
  return new Map(rows.map(({ key, ...row }) => [key, countedLink(row)]));
}

async function compareTopValues(
  { db, store, recount }: Stage,
  { project, keys }: Pick<Questions, 'project' | 'keys'>,
  range: TimeRange,
) {
  const span = range.from || range.to ? spanOf(range) : undefined;
  assert.deepEqual(
    await store.listTopValues(
      db,
      keys.map((key) => ({ key, projectId: project.id })),
      range,
    ),
    keys.map((key) => recount.topValues(key, span)),
  );
}

type ExportRow = LinkTopValues & {
  readonly link_key: number;
  readonly clicks: number;
  readonly last_clicked_at: Date | null;
};

/** Of all links of the project. */
async function compareExport(
  { db, store, recount }: Stage,
  project: StagedProject,
  keys: readonly number[],
  range: TimeRange,
) {
  const terms = LINK_TOP_FIELDS.map(
    (name) => `(select term from click_terms where code = numbers."${name}") as "${name}"`,
  );
  const read = (relation: RawBuilder<unknown>) => sql<ExportRow>`
    select link_key, clicks, last_clicked_at, ${sql.raw(terms.join(', '))}
    from ${relation} as numbers join wanted_links using (link_key)`;
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`create temporary table wanted_links on commit drop as
        select key as link_key from links where project_id = ${project.id}`.execute(trx);
      const wanted = { project, count: project.keys.length };
      const { relation } = await store.readLinkNumbers(trx, wanted, range);
      return (await read(relation).execute(trx)).rows;
    });
  const found = new Map(rows.map(({ link_key, ...row }) => [link_key, row]));
  const span = range.from || range.to ? spanOf(range) : undefined;
  for (const key of keys) {
    const { clicks, lastClickedAt } = recount.countLink(key, span);
    const row = found.get(key);
    assert.equal(row?.clicks ?? 0, clicks, `export of ${key}`);
    if (clicks === 0) continue;
    const { clicks: _, last_clicked_at, ...top } = row!;
    assert.equal(last_clicked_at?.getTime(), lastClickedAt);
    assert.deepEqual(top, recount.topValues(key, span));
  }
}

async function compareSingleClicks(
  { db, store, recount }: Stage,
  { random, project, keys }: Questions,
) {
  for (const key of keys) {
    const all = recount.listClicks(key, undefined, 1000);
    const after = all.length === 0 ? undefined : oneOf(random, all).id;
    for (const page of [{ limit: 1000 }, { limit: 3 }, { limit: 10, after }]) {
      assert.deepEqual(
        await store.listClicks(db, { key, projectId: project.id }, page),
        recount.listClicks(key, page.after, page.limit),
      );
    }
  }
  const ids = recount.clickIds(new Set(keys));
  for (const id of Array.from({ length: 20 }, () => oneOf(random, ids))) {
    const click = recount.findClick(id);
    const { linkKey, at, kind, os, route } = click ?? {};
    assert.deepEqual(
      await store.findClick(id),
      click && { id, linkKey, at: new Date(at!), kind, os, route },
    );
  }
}

async function compareWindow(
  { db, store, recount }: Stage,
  { random, project, span, keptFrom = 0 }: Questions,
  { key, facts }: { readonly key: number | undefined; readonly facts?: ClickFacts },
) {
  const ofRows = key !== undefined || facts !== undefined;
  const window = fitWindow(drawSpan(random, span), keptFrom, ofRows);
  const bounds = { from: new Date(window.from), to: new Date(window.to) };
  const interval = oneOf(random, ['hour', 'day'] as const);
  const timeZone = oneOf(random, ZONES);
  const limit = oneOf(random, [1, 2, 100]);
  const asked = { ...bounds, interval, timeZone, untilNow: false };
  const { rows } = await startsOf(asked).execute(db);
  const starts = rows.map(({ at }) => at);
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) =>
      store.readWindow(trx, {
        scope: { project, link: key === undefined ? undefined : { key } },
        facts,
        window: bounds,
        now: new Date(),
        starts,
        limit,
      }),
    );
  const keys = new Set(key === undefined ? project.keys : [key]);
  const times = starts.map((at) => at.getTime());
  const description = `${key ?? 'project'} ${JSON.stringify({ ...asked, facts })}`;
  const question = { keys, span: window, starts: times, limit, facts };
  assert.deepEqual(found, recount.readWindow(question), description);
}

/** One or two facts of some click, so that others have them too. */
function drawFacts({ random, keys }: Questions, recount: Recount): ClickFacts {
  const click = recount.findClick(oneOf(random, recount.clickIds(new Set(keys))));
  if (click === undefined) return { device: null };
  const [one, other] = [oneOf(random, COUNTED_FIELDS), oneOf(random, COUNTED_FIELDS)];
  return { [one]: click[one], [other]: click[other] };
}

/** As analytics asks: what lies before the kept rows counts in whole days of a project, and not at all of a link or of some clicks. */
function fitWindow({ from, to }: Span, keptFrom: number, ofRows: boolean): Span {
  if (ofRows) {
    const first = Math.max(from, keptFrom);
    return { from: first, to: Math.max(to, first) };
  }
  const whole = (at: number, round: (days: number) => number) =>
    at < keptFrom ? round(at / DAY) * DAY : at;
  return { from: whole(from, Math.floor), to: whole(to, Math.ceil) };
}
