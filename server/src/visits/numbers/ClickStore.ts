import type { Analytics, LinkTopValues } from '@fairlead/contract/operations/analytics';
import type { RawBuilder, Transaction } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Target } from '../journal/createLoader.ts';
import type { Log } from '#platform/ports/Log.ts';
import type { BoundedRange, TimeRange } from '#platform/lib/timeRange.ts';
import type { Link } from '#links/link/Link.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Click, ClickFacts, ClickKind, Term } from '../clicks/facts/Click.ts';
import type { EventStore } from './events/EventStore.ts';
import type { ClickGroup, GroupQuestion } from './groups/ClickGroups.ts';

/**
 * Where clicks and opens are stored and counted (ADR 30). Every answer is exact for all batches whose `load` resolved
 * before the question, and counts each click and each open once, however often it was appended.
 *
 * Whatever the store, PostgreSQL has links, projects, `link_counters` (lifetime numbers), `attribution_facts`, what attribution looks
 * up by click (`opens`, `click_signals`, `click_queries`, `click_reports`) and the positions of journals. Methods get the
 * caller's connection or transaction as `db`: a store in PostgreSQL answers from its snapshot, another one may ignore it.
 * Times are moments in milliseconds; ranges are half-open.
 */
export interface ClickStore {
  /** The events, which are stored where the clicks are. */
  readonly events: EventStore;

  /** Where a loader puts its journal's records. Called once for each journal: by the ledger and the demo. */
  openTarget(options: TargetOptions): Target;

  /** A click of any kind. Called for the click reference of a visit, a resolve or a first open. */
  findClick(id: string): Promise<FoundClick | undefined>;

  /**
   * Visits of a link, newest first by time and id, at most `limit`; those whose id is not above `after` are left out.
   * Called by the list of recent visits.
   */
  listClicks(
    db: Db,
    link: Pick<Link, 'key' | 'projectId'>,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<ListedClick[]>;

  /**
   * Numbers by link of a range with at least one bound, or of clicks that have these facts, for the caller's own statement to join. Called by lists of
   * links and statistics of a link. (Lifetime numbers are in `link_counters`.)
   */
  countLinks(db: Db, scope: ClickScope, range: TimeRange, facts?: ClickFacts): Promise<LinkCounts>;

  /**
   * The most common values among each link's clicks of people, in the order of `links`; within the range or, without
   * bounds, ever. Of equally common ones the first by code points. Called for the pages of a list.
   */
  listTopValues(
    db: Db,
    links: readonly Pick<Link, 'key' | 'projectId'>[],
    range: TimeRange,
  ): Promise<LinkTopValues[]>;

  /** The numbers of an export, within the range or, without bounds, ever. */
  readLinkNumbers(
    trx: Transaction<Database>,
    wanted: WantedLinks,
    range: TimeRange,
  ): Promise<LinkNumbers>;

  /**
   * Clicks of people in groups of the same facts, for a judgement that would be the same for each of them; with visitors, groups may come in
   * parts. Called by dry runs.
   */
  groupClicks(
    trx: Transaction<Database>,
    question: GroupQuestion,
  ): AsyncIterable<readonly ClickGroup[]>;

  /** Clicks of every kind whose rows are kept, in pages, the oldest first by time and id. Called by exports. */
  streamClicks(
    trx: Transaction<Database>,
    question: ClicksQuestion,
  ): AsyncIterable<readonly StreamedClick[]>;

  /** What the clicks of people of a link within the range have brought, by what led them. Called by the results of a link. */
  countRoutes(
    trx: Transaction<Database>,
    link: Pick<Link, 'key' | 'projectId'>,
    range: BoundedRange,
  ): Promise<RouteCounts[]>;

  /**
   * SQL: a condition on a column `click_id`, that holds for those of the candidates (a relation with such a column) whose click is kept and
   * has these facts. For what PostgreSQL knows by click, whatever store has the clicks.
   */
  ofClicksWith(
    db: Db,
    project: Pick<Project, 'id'>,
    facts: ClickFacts,
    candidates: RawBuilder<unknown>,
  ): Promise<RawBuilder<boolean>>;

  /**
   * SQL: a relation `click_id, link_key` and the texts of these facts by their names, unique by `click_id`: the candidates (a relation with
   * such a column) whose click is kept and of the project; of others `link_key` is null. Called by the credit of events.
   */
  linksOfClicks(
    db: Db,
    project: Pick<Project, 'id'>,
    candidates: RawBuilder<unknown>,
    facts?: readonly Term[],
  ): Promise<RawBuilder<unknown>>;

  /** The numbers of an analytics window. */
  readWindow(trx: Transaction<Database>, question: WindowQuestion): Promise<WindowNumbers>;

  /**
   * Removes the visitor hash of some clicks, because their installation is erased. Resolves when no one can read it any
   * more, or will not once `tx` is committed. Totals stay, and so do the unique visitors of days already counted.
   */
  eraseVisitors(tx: Db, clickIds: readonly string[]): Promise<void>;

  /**
   * Deletes clicks and opens of UTC days that plan or project no longer keep (`clickRetentionDays`; by the click's day),
   * and all of deleted projects (`gone_links`). `project_retention.kept_from` says how far a project's rows are gone: lifetime numbers and
   * the project's whole days before it stay as they were. Called by the nightly job; may be repeated and run anywhere.
   */
  expire(plans: Plans, options?: { readonly now?: Date }): Promise<void>;

  /**
   * Prepares what answers are read from: counts the UTC days that are over, and again those that received something late. Answers
   * never depend on it, only their speed. Called every two seconds by each process with the role `jobs`.
   */
  maintain(options?: { readonly now?: Date; readonly stop?: AbortSignal }): Promise<void>;

  /**
   * Counts every total again from the rows, and corrects what differs. Writers go on meanwhile. CONFLICT if the totals would be much
   * lower, unless that is expected (`mayLower`).
   */
  rebuild(options?: RebuildOptions): Promise<Rebuilt>;
}

export interface TargetOptions {
  readonly log: Log;
  /** Saves records that cannot be stored; resolves when they are durable, before the journal deletes them. */
  readonly keepAside: (records: readonly string[]) => Promise<void>;
}

/** What a question is about: a project, or one of its links. */
export interface ClickScope {
  readonly project: Pick<Project, 'id'>;
  readonly link?: Pick<Link, 'key'> | undefined;
}

interface FoundClick {
  readonly id: string;
  readonly linkKey: number;
  readonly at: Date;
  readonly kind: ClickKind;
  readonly os: string | null;
  /** The rule or variant that led it (`textOfRoute`). */
  readonly route: string | null;
}

/** A visit with its dimension values in text form. */
export type ListedClick = { readonly at: Date } & Pick<
  Click,
  'id' | 'kind' | 'source' | 'opened' | Term
>;

export interface ClicksQuestion {
  readonly scope: ClickScope;
  /** Only clicks with these facts; left out: all. */
  readonly facts?: ClickFacts | undefined;
  readonly range: TimeRange;
}

/** A visit without its visitor; whether it opened the app is known by its id. */
export type StreamedClick = { readonly at: Date } & Pick<
  Click,
  'id' | 'linkKey' | 'kind' | 'source' | Term
>;

/**
 * Relations for `from` and `join`. `keys`, a subselect of link keys that may refer to the caller's statement, names the
 * links needed, which are all of the scope without it: others may be left out, and so may links without clicks.
 */
export interface LinkCounts {
  /** `link_key, clicks, previews, bots, last_clicked_at` (of people), unique by `link_key`. */
  clicks(keys?: RawBuilder<unknown>): RawBuilder<unknown>;
  /** `link_key, opens`, unique by `link_key`; by the time of the open. */
  opens(keys?: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** Links of an export: the relation `wanted_links (link_key)` of the caller's statement, each link once. */
export interface WantedLinks {
  readonly project: Pick<Project, 'id'>;
  readonly count: number;
}

export interface LinkNumbers {
  /**
   * `link_key, clicks, last_clicked_at` (of people) and the most common values (`LINK_TOP_FIELDS`) as codes of
   * `click_terms` (see `LinkTopValues`), unique by `link_key`. Links without clicks may be left out, and those not
   * wanted may be there.
   */
  readonly relation: RawBuilder<unknown>;
  /** How the caller rests between rows, so that redirects come first. */
  readonly throttle: Throttle;
}

/** What was brought by the clicks that a rule, a variant or the link itself (null) led. */
export interface RouteCounts {
  readonly route: string | null;
  readonly clicks: number;
  /** Distinct visitors by UTC day, added up over the days. */
  readonly people: number;
  /** Clicks that opened the app, at any time. */
  readonly opens: number;
  /** People with such a click. */
  readonly openers: number;
  /** First installs credited to the clicks, at any time. */
  readonly installs: number;
  readonly installers: number;
}

/** How long work makes room for redirects. */
export interface Throttle {
  /** SQL: a condition that holds for every row, and rests for a moment after so many rows on average. */
  afterRows(rows: number): string;
  /** Waits a moment: between pieces of work of this process. */
  rest(): Promise<unknown>;
}

export interface WindowQuestion {
  readonly scope: ClickScope;
  /** Only of clicks with these facts; left out: of all. */
  readonly facts?: ClickFacts | undefined;
  /**
   * Of a link or of some clicks it begins no earlier than `project_retention.kept_from`; of a project, bounds before that are UTC
   * midnights, since days whose rows are gone cannot be cut.
   */
  readonly window: BoundedRange;
  /** The moment of the question: nothing was answered after it. */
  readonly now: Date;
  /** In ascending order, multiples of 15 minutes; the first is not after the start of the window. */
  readonly starts: readonly Date[];
  /** Entries of each list of values. */
  readonly limit: number;
}

export interface WindowNumbers {
  /** One for each of `starts`: from it to the next one, inside the window. */
  readonly times: readonly KindCounts[];
  /** Distinct visitors among people by UTC day, added up over the days. */
  readonly uniqueVisitors: number;
  /** Of clicks of people; `crawlers` of previews. Equal ones by code points, unknown (null) last. */
  readonly topValues: Analytics['topValues'];
}

export interface KindCounts {
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  /** By the time of the open, whenever its click was. */
  readonly opens: number;
}

export interface RebuildOptions {
  readonly mayLower?: boolean;
}

export interface Rebuilt {
  /** Rows of clicks that were counted. */
  readonly clicks: number;
  /** Links whose counters were wrong. */
  readonly corrected: number;
}
