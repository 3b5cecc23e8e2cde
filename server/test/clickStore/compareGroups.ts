import assert from 'node:assert/strict';
import type { Transaction } from 'kysely';
import type { Click, ClickFacts } from '#visits/clicks/facts/Click.ts';
import type { GroupedFact, GroupQuestion, MergedFact } from '#visits/numbers/groups/ClickGroups.ts';
import type { RouteCounts, StreamedClick } from '#visits/numbers/ClickStore.ts';
import { oneOf } from '#start/demo/random.ts';
import type { Database } from '#platform/db/schema.ts';
import type { TimeRange } from '#platform/lib/timeRange.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Questions } from './compareAnswers.ts';
import type { Span } from './createRecount.ts';
import type { Stage } from './openStage.ts';

const ASKED: readonly (readonly GroupedFact[])[] = [
  ['device', 'os', 'country'],
  ['route', 'source'],
  ['app', 'referrer', 'visitor'],
];
/** Hosts and countries that are as good as each other. */
const ALIKE = {
  country: (code: string) => String(code === 'PT'),
  referrer: (host: string) => String(host > 'b'),
};
const hourOf = (at: number) => String(new Date(at).getUTCHours() > 8);

/** Groups of clicks, of all links or some, also of a part of the visitors. */
export async function compareGroups(stage: Stage, questions: Questions, span: Span): Promise<void> {
  const { random, project, keys } = questions;
  const range = { from: new Date(span.from), to: new Date(span.to) };
  for (const by of ASKED) {
    const links = oneOf(random, [null, keys.slice(0, 2), project.keys]);
    const alike = oneOf(random, [{}, ALIKE]);
    const alikeTimes = oneOf(random, [undefined, hourOf]);
    const divisor = by.includes('visitor') ? oneOf(random, [undefined, 2, 3]) : undefined;
    const question = { project, links, range, by, alike, alikeTimes, divisor };
    const people = stage.recount
      .people(new Set(links ?? project.keys), span)
      .filter(({ click }) => isAsked(click, question));
    const counted = new Map<string, number>();
    for (const { click } of people) {
      const key = keyOf(click, question);
      counted.set(key, (counted.get(key) ?? 0) + 1);
    }
    assert.deepEqual(await readGroups(stage, question), counted);
  }
}

function isAsked({ visitor }: Click, { divisor }: GroupQuestion): boolean {
  return divisor === undefined || visitor === null || BigInt(visitor) % BigInt(divisor) === 0n;
}

type Facts = { readonly linkKey: number; readonly at: number } & {
  readonly [Fact in GroupedFact]: Click[Fact] | null;
};

function keyOf(facts: Facts, { by, alike, alikeTimes }: GroupQuestion): string {
  const values = by.map((fact) => {
    const value = facts[fact];
    const textOf = alike?.[fact as MergedFact];
    return textOf === undefined || value === null ? String(value) : textOf(value);
  });
  return [facts.linkKey, alikeTimes?.(facts.at), ...values].join(' | ');
}

async function readGroups(stage: Stage, question: GroupQuestion): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  await inSnapshot(stage, async (trx) => {
    for await (const page of stage.store.groupClicks(trx, question)) {
      for (const group of page) {
        const key = keyOf(group, question);
        // A visitor may come in parts.
        found.set(key, (found.get(key) ?? 0) + group.clicks);
      }
    }
  });
  return found;
}

/** Clicks one by one, in order, of all links or one, with all facts or some. */
export async function compareStream(
  stage: Stage,
  { random, project, keys }: Questions,
  range: TimeRange,
  facts: ClickFacts | undefined,
): Promise<void> {
  for (const key of [undefined, oneOf(random, keys)]) {
    const found: StreamedClick[] = [];
    const scope = { project, link: key === undefined ? undefined : { key } };
    await inSnapshot(stage, async (trx) => {
      for await (const page of stage.store.streamClicks(trx, { scope, facts, range })) {
        found.push(...page);
      }
    });
    const of = new Set(key === undefined ? project.keys : [key]);
    assert.deepEqual(found, stage.recount.streamClicks(of, range, facts));
  }
}

/** What the routes of a link have brought, with an install that is credited to one of its clicks. */
export async function compareRoutes(stage: Stage, questions: Questions, span: Span): Promise<void> {
  const { db, recount, store } = stage;
  const { random, project, keys } = questions;
  const [key = 0] = keys;
  const people = recount.people(new Set([key]), span);
  if (people.length === 0) return;
  const { click: credited } = oneOf(random, people);
  const credit = { kind: 'install' as const, link_key: key, project_id: project.id };
  await db
    .insertInto('attribution_facts')
    .values([
      { ...credit, click_id: credited.id, at: new Date() },
      // Of a click that is not in the span.
      { ...credit, click_id: newId(span.from - 1), at: new Date(span.from) },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const installs = await db
    .selectFrom('attribution_facts')
    .select('click_id')
    .where('link_key', '=', key)
    .where('kind', '=', 'install')
    .execute();
  const installed = new Set(installs.map(({ click_id }) => click_id));
  const range = { from: new Date(span.from), to: new Date(span.to) };
  const counts = await inSnapshot(stage, (trx) =>
    store.countRoutes(trx, { key, projectId: project.id }, range),
  );
  const expected = [...new Set(people.map(({ click }) => click.route))].map((route) =>
    countRoute(
      route,
      people.filter(({ click }) => click.route === route),
      installed,
    ),
  );
  assert.deepEqual(counts.toSorted(byRoute), expected.toSorted(byRoute));
  const link = { key, projectId: project.id };
  assert.deepEqual(
    await inSnapshot(stage, (trx) =>
      store.countRoutes(trx, link, { from: range.from, to: range.from }),
    ),
    [],
  );
}

function countRoute(
  route: string | null,
  people: readonly { readonly click: Click; readonly opened: boolean }[],
  installed: ReadonlySet<string>,
): RouteCounts {
  const persons = (of: typeof people) =>
    new Set(
      of.flatMap(({ click: { at, visitor } }) =>
        visitor === null ? [] : `${new Date(at).toISOString().slice(0, 10)} ${visitor}`,
      ),
    ).size;
  const openers = people.filter(({ opened }) => opened);
  const installers = people.filter(({ click }) => installed.has(click.id));
  return {
    route,
    clicks: people.length,
    people: persons(people),
    opens: openers.length,
    openers: persons(openers),
    installs: installers.length,
    installers: persons(installers),
  };
}

function byRoute(one: RouteCounts, other: RouteCounts): number {
  return (one.route ?? '') < (other.route ?? '') ? -1 : 1;
}

function inSnapshot<T>(
  { db }: Stage,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(work);
}
