import type { DryRun } from '@fairlead/contract/operations/rules';
import type { Transaction } from 'kysely';
import { createSlices, type Slices } from '#platform/lib/createSlices.ts';
import { inSnapshot } from '#platform/db/inTransaction.ts';
import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/db/schema.ts';
import type { BoundedRange } from '#platform/lib/timeRange.ts';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { ClickGroup, GroupQuestion } from '../../numbers/groups/ClickGroups.ts';
import type { Reading } from '../../numbers/openNumbers.ts';
import { addScaled, count, countUnknown, createTally, listsOf, type Tally } from './createTally.ts';
import type { Change, Side } from './judgeVisit.ts';
import { judgeVisit } from './judgeVisit.ts';
import type { Outcomes } from './explore.ts';
import { type Asked, askedBy, groupAlike } from './groupAlike.ts';
import { readStoredVisit } from './StoredVisit.ts';
import { tell } from './tell.ts';

/** Visits up to which shares are drawn for every one of them. */
const EXACT_VISITS = 500_000;
/** Entries of the list of changes. */
const MAX_CHANGES = 500;
/** Of a decision, with everything that its link's rules ask; and of a group whose answer is known. */
const STEPS_OF_DECISION = 20;

/** A link before and after a change; `before` null: what was recorded is compared. */
export interface ChangedLink {
  readonly before: Side | null;
  readonly after: Side;
}

export interface DryRunQuestion {
  readonly project: Project;
  /** By the keys of the links. */
  readonly links: ReadonlyMap<Link['key'], ChangedLink>;
  /** Whether the links are all that the project has. */
  readonly isAll: boolean;
  /** Whether destinations are told apart in the answer. */
  readonly withUrls: boolean;
  readonly range: BoundedRange;
  /** For which `from` and `to` of rules are judged, in milliseconds. */
  readonly at: number;
  /** Ends the work, which then rejects. */
  readonly stop?: AbortSignal | undefined;
  /** For tests: see `EXACT_VISITS`. */
  readonly exactVisits?: number;
}

/** Judges the visits of a window before and after a change. Only reads. */
export async function dryRun(reading: Reading, question: DryRunQuestion): Promise<DryRun> {
  return inSnapshot(reading.db, async (trx) => {
    const asked = await askedBy(
      createSlices(question.stop),
      [...question.links.values()].flatMap(({ before, after }) => [before, after]),
    );
    const { tally, sampled } = await judgeAll(reading, trx, question, asked);
    const { from, to } = question.range;
    const lists = listsOf(tally);
    const visits = Math.round(tally.visits);
    const keptFrom = await findKeptFrom(trx, question.project);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      visits,
      ...lists,
      changed: lists.changed.slice(0, MAX_CHANGES),
      sampled,
      told: tell({
        ...question,
        asked: asked.keys,
        sampled,
        visits,
        keptFrom,
        leftOut: Math.max(0, lists.changed.length - MAX_CHANGES),
      }),
    };
  });
}

interface Judged {
  readonly tally: Tally;
  readonly sampled: number | null;
}

/** First all visits without their visitors, as few groups; then, one by one, those whose share decides. */
async function judgeAll(
  reading: Reading,
  trx: Transaction<Database>,
  question: DryRunQuestion,
  asked: Asked,
): Promise<Judged> {
  const { exactVisits = EXACT_VISITS } = question;
  const tally = createTally();
  const grouped = groupingOf(question, asked);
  let drawn = 0;
  let all = 0;
  await forEachGroup(reading.groupClicks(trx, grouped), question, (group, link, slices) => {
    const outcomes = judgeGroup(group, link, question);
    slices.spend(outcomes.decisions * STEPS_OF_DECISION);
    all += group.clicks;
    if (outcomes.reasons.has('share')) drawn += group.clicks;
    else count(tally, outcomes, group.clicks, question.withUrls);
  });
  if (drawn === 0) return { tally, sampled: null };
  const divisor = all > exactVisits ? Math.ceil(all / exactVisits) : undefined;
  const byVisitor = { ...grouped, by: [...grouped.by, 'visitor' as const], divisor };
  const part = createTally();
  const judge = createJudge(question);
  await forEachGroup(reading.groupClicks(trx, byVisitor), question, (group, link, slices) => {
    const { anyone, own } = judge(group, link, slices);
    if (!anyone.reasons.has('share')) return;
    // Whose visitor is not known is in the sample, whatever it is of.
    if (group.visitor === null) {
      drawn -= group.clicks;
      count(tally, anyone, group.clicks, question.withUrls);
    } else {
      count(part, own(group.visitor), group.clicks, question.withUrls);
    }
  });
  if (part.visits > 0) addScaled(tally, part, divisor === undefined ? 1 : drawn / part.visits);
  else countUnknown(tally, ['share'], drawn);
  return { tally, sampled: divisor === undefined ? null : part.visits };
}

function groupingOf({ project, links, isAll, range }: DryRunQuestion, asked: Asked): GroupQuestion {
  const isCompared = [...links.values()].some(({ before }) => before === null);
  const { by, ...alike } = groupAlike(asked, project.timeZone);
  return {
    project,
    links: isAll ? null : [...links.keys()],
    range,
    by: isCompared ? [...by, 'route'] : by,
    ...alike,
  };
}

/** Groups that differ in their visitors alone; more are judged again rather than kept. */
const MAX_KEPT = 20_000;

/**
 * Judges groups of single visitors. Of those that differ in nothing else, everything that can come out is found once, and for a visitor
 * only drawn: which answers the visitor gives to what is asked.
 */
function createJudge(question: DryRunQuestion) {
  const kept = new LRUCache<string, ReturnType<typeof judge>>({ max: MAX_KEPT });

  function judge(group: ClickGroup, link: ChangedLink, slices: Slices) {
    const anyone = judgeGroup({ ...group, visitor: null }, link, question);
    slices.spend(anyone.decisions * STEPS_OF_DECISION);
    const draws = anyone.asked.flatMap(({ answerOf }) => answerOf ?? []);
    const byAnswers = new Map<string, Outcomes<Change>>();
    function own(visitor: string): Outcomes<Change> {
      slices.spend(draws.length);
      if (anyone.cut) return judgeOwn(visitor);
      let answers = '';
      for (const draw of draws) answers += draw(visitor);
      const known = byAnswers.get(answers);
      if (known !== undefined) return known;
      const outcomes = judgeOwn(visitor);
      byAnswers.set(answers, outcomes);
      return outcomes;
    }
    function judgeOwn(visitor: string): Outcomes<Change> {
      const outcomes = judgeGroup({ ...group, visitor }, link, question);
      slices.spend(outcomes.decisions * STEPS_OF_DECISION);
      return outcomes;
    }
    return { anyone, own };
  }

  return (group: ClickGroup, link: ChangedLink, slices: Slices) => {
    const { linkKey, source, device, os, country, app, referrer, route, timeClass } = group;
    const text = [linkKey, source, device, os, country, app, referrer, route, timeClass].join('\n');
    const known = kept.get(text);
    if (known !== undefined) return known;
    const judged = judge(group, link, slices);
    kept.set(text, judged);
    return judged;
  };
}

/** Judges groups as they come; requests get their turn meanwhile. */
async function forEachGroup(
  pages: AsyncIterable<readonly ClickGroup[]>,
  { links, stop }: DryRunQuestion,
  judge: (group: ClickGroup, link: ChangedLink, slices: Slices) => void,
): Promise<void> {
  const slices = createSlices(stop);
  for await (const page of pages) {
    for (const group of page) {
      const link = links.get(group.linkKey);
      // A link may have been deleted since.
      if (link !== undefined) judge(group, link, slices);
      if (slices.spend(STEPS_OF_DECISION)) await slices.turn();
    }
  }
}

function judgeGroup(
  group: ClickGroup,
  link: ChangedLink,
  { project, at }: DryRunQuestion,
): Outcomes<Change> {
  const visit = readStoredVisit(group, { timeZone: project.timeZone, at });
  return judgeVisit(visit, link, group.route);
}

async function findKeptFrom(
  trx: Transaction<Database>,
  { id }: Pick<Project, 'id'>,
): Promise<Date | null> {
  const row = await trx
    .selectFrom('project_retention')
    .select('kept_from')
    .where('project_id', '=', id)
    .executeTakeFirst();
  return row?.kept_from ?? null;
}
