import type { TimeRange } from '#platform/lib/timeRange.ts';
import type { LedgerRecord, OpenedClick } from '#visits/clicks/facts/clickRecords.ts';
import type { LinkTopValues } from '@fairlead/contract/operations/analytics';
import {
  type Click,
  type ClickFacts,
  COUNTED_FIELDS,
  DIMENSIONS,
  LINK_TOP_FIELDS,
  type Term,
  TERMS,
} from '#visits/clicks/facts/Click.ts';
import {
  type KindCounts,
  type ListedClick,
  type StreamedClick,
  type WindowNumbers,
} from '#visits/numbers/ClickStore.ts';
import { timeOfId } from '#platform/lib/uuid.ts';

const DAY = 24 * 3600 * 1000;

/** Half-open, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface CountedLink {
  readonly clicks: number;
  readonly previews: number;
  readonly bots: number;
  readonly opens: number;
  readonly lastClickedAt: number | null;
}

interface RecountQuestion {
  readonly keys: Keys;
  readonly span: Span;
  readonly starts: readonly number[];
  readonly limit: number;
  readonly facts?: ClickFacts | undefined;
}

type Keys = ReadonlySet<number>;
type TopValues = WindowNumbers['topValues'];

/** What every store has to answer: all facts in memory, counted one by one. */
export interface Recount {
  /** What a batch adds; a click or open that is there already is the same fact. */
  append(records: readonly LedgerRecord[]): void;
  /** Their project is deleted, and with it everything. */
  deleteLinks(keys: Keys): void;
  /** Rows of their clicks before this UTC midnight are deleted. */
  expire(keys: Keys, keptFrom: number): void;
  eraseVisitors(clickIds: readonly string[]): void;
  findClick(id: string): Click | undefined;
  listClicks(key: number, after: string | undefined, limit: number): ListedClick[];
  /** Of the rows in a span, or ever; of clicks that have these facts. */
  countLink(key: number, span?: Span, facts?: ClickFacts): CountedLink;
  topValues(key: number, span?: Span): LinkTopValues;
  streamClicks(keys: Keys, range: TimeRange, facts: ClickFacts | undefined): StreamedClick[];
  readWindow(question: RecountQuestion): WindowNumbers;
  /** Clicks of people in a span, and whether each opened the app. */
  people(keys: Keys, span: Span): { readonly click: Click; readonly opened: boolean }[];
  /** Ids of all clicks there ever were on these links. */
  clickIds(keys: Keys): string[];
}

/** Of rows: the most common values are theirs, where counts are those of a link's whole life. */
const EVER: Span = { from: -Infinity, to: Infinity };

const isIn = (at: number, span: Span | undefined) =>
  span === undefined || (at >= span.from && at < span.to);

export function createRecount(): Recount {
  const clicks = new Map<string, Click>();
  const opens = new Map<string, OpenedClick>();
  const gone = new Set<number>();
  const keptFrom = new Map<number, number>();
  const hasRow = (key: number, clickId: string) => timeOfId(clickId) >= (keptFrom.get(key) ?? 0);
  const clicksOf = (key: number) => [...clicks.values()].filter((each) => each.linkKey === key);
  const rowsOf = (key: number, span?: Span) =>
    clicksOf(key).filter(({ id, at }) => isIn(at, span) && (!span || hasRow(key, id)));

  /** What is known of a click is gone with its row. */
  function hasFacts(click: Click | undefined, facts: ClickFacts | undefined): boolean {
    if (facts === undefined) return true;
    return click !== undefined && hasRow(click.linkKey, click.id) && hasAll(click, facts);
  }

  function add(record: LedgerRecord): void {
    if (record.type === 'report' || record.type === 'events') return;
    if (record.type === 'open') return addOpen(record.open);
    const { click } = record;
    if (gone.has(click.linkKey)) return;
    if (!clicks.has(click.id)) clicks.set(click.id, click);
    if (click.opened) addOpen({ clickId: click.id, linkKey: click.linkKey, at: click.at });
  }

  function addOpen(open: OpenedClick): void {
    if (!gone.has(open.linkKey) && !opens.has(open.clickId)) opens.set(open.clickId, open);
  }

  return {
    append(records) {
      for (const record of records) add(record);
    },
    deleteLinks(keys) {
      for (const key of keys) gone.add(key);
      for (const [id, { linkKey }] of clicks) if (keys.has(linkKey)) clicks.delete(id);
      for (const [id, { linkKey }] of opens) if (keys.has(linkKey)) opens.delete(id);
    },
    expire(keys, from) {
      for (const key of keys) keptFrom.set(key, from);
    },
    eraseVisitors(ids) {
      for (const id of ids) clicks.set(id, { ...clicks.get(id)!, visitor: null });
    },
    findClick(id) {
      const click = clicks.get(id);
      return click && hasRow(click.linkKey, id) ? click : undefined;
    },
    listClicks: (key, after, limit) =>
      clicksOf(key)
        .filter(({ id }) => hasRow(key, id) && (after === undefined || id > after))
        .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
        .slice(0, limit)
        .map((click) => listed(click, opens.has(click.id))),
    countLink(key, span, facts) {
      const rows = rowsOf(key, span).filter((click) => hasFacts(click, facts));
      const opened = [...opens.values()].filter(
        (open) =>
          open.linkKey === key &&
          hasFacts(clicks.get(open.clickId), facts) &&
          isIn(open.at, span) &&
          (!span || open.at >= (keptFrom.get(key) ?? 0)),
      );
      const times = rows.flatMap(({ kind, at }) => (kind === 'click' ? [at] : []));
      const { clicks: people, previews, bots } = countKinds(rows);
      const lastClickedAt = times.length === 0 ? null : Math.max(...times);
      return { clicks: people, previews, bots, opens: opened.length, lastClickedAt };
    },
    topValues(key, span) {
      const people = rowsOf(key, span ?? EVER).filter(({ kind }) => kind === 'click');
      const top = LINK_TOP_FIELDS.map((of) => {
        const known = people.flatMap((click) => click[of] ?? []);
        return [of, rank(known)[0]?.name ?? null];
      });
      return Object.fromEntries(top) as LinkTopValues;
    },
    streamClicks: (keys, { from, to }, facts) =>
      [...keys]
        .flatMap((key) =>
          rowsOf(key, { from: from?.getTime() ?? -Infinity, to: to?.getTime() ?? Infinity }),
        )
        .filter((click) => facts === undefined || hasAll(click, facts))
        .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
        .map((click) => {
          const { opened: _opened, ...rest } = listed(click, false);
          return { ...rest, linkKey: click.linkKey };
        }),
    readWindow({ keys, span, starts, limit, facts }) {
      const inside = <Fact extends { readonly linkKey: number; readonly at: number }>(
        facts: Iterable<Fact>,
      ) => [...facts].filter(({ linkKey, at }) => keys.has(linkKey) && isIn(at, span));
      const seen = inside(clicks.values()).filter((click) => hasFacts(click, facts));
      const opened = inside(opens.values()).filter(({ clickId }) =>
        hasFacts(clicks.get(clickId), facts),
      );
      return {
        times: starts.map((from, index): KindCounts => {
          const part = { from, to: starts[index + 1] ?? Infinity };
          const { length } = opened.filter(({ at }) => isIn(at, part));
          return { ...countKinds(seen.filter(({ at }) => isIn(at, part))), opens: length };
        }),
        uniqueVisitors: countVisitors(seen),
        topValues: rankAll(seen, limit),
      };
    },
    people: (keys, span) =>
      [...keys].flatMap((key) =>
        rowsOf(key, span)
          .filter(({ kind }) => kind === 'click')
          .map((click) => ({ click, opened: opens.has(click.id) })),
      ),
    clickIds: (keys) =>
      [...clicks.values()].filter(({ linkKey }) => keys.has(linkKey)).map(({ id }) => id),
  };
}

function hasAll(click: Click, facts: ClickFacts): boolean {
  return COUNTED_FIELDS.every((fact) => facts[fact] === undefined || click[fact] === facts[fact]);
}

function listed(click: Click, opened: boolean): ListedClick {
  const { id, at, kind, source } = click;
  const terms = Object.fromEntries(TERMS.map((name) => [name, click[name]])) as Pick<Click, Term>;
  return { id, at: new Date(at), kind, source, opened, ...terms };
}

function countKinds(clicks: readonly Click[]) {
  const of = (kind: Click['kind']) => clicks.filter((click) => click.kind === kind).length;
  return { clicks: of('click'), previews: of('preview'), bots: of('bot') };
}

function countVisitors(clicks: readonly Click[]): number {
  const people = clicks.filter(({ kind, visitor }) => kind === 'click' && visitor !== null);
  return new Set(people.map(({ at, visitor }) => `${Math.floor(at / DAY)} ${visitor}`)).size;
}

function rankAll(clicks: readonly Click[], limit: number): TopValues {
  const lists = Object.entries(DIMENSIONS).map(([list, dimension]) => {
    const counted = clicks.filter(({ kind }) => kind === dimension.kind);
    return [list, rank(counted.map((click) => click[dimension.field])).slice(0, limit)];
  });
  return Object.fromEntries(lists) as TopValues;
}

/** The most common first; equal ones by code points, the unknown last. */
function rank(values: readonly (string | null)[]) {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([name, clicks]) => ({ name, clicks }))
    .toSorted((one, other) => other.clicks - one.clicks || compareNames(one.name, other.name));
}

function compareNames(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === null ? 1 : -1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
