import { type Click, type Term, TERMS } from '#visits/clicks/facts/Click.ts';
import type { LedgerRecord } from '#visits/clicks/facts/clickRecords.ts';
import { choose, oneOf, type Random } from '#start/demo/random.ts';
import { newId } from '#platform/lib/uuid.ts';

export const HOUR = 3600 * 1000;
export const DAY = 24 * HOUR;
const QUARTER = HOUR / 4;

interface Linked {
  readonly projectId: string;
  readonly keys: readonly number[];
}

/** Of every field that a project's numbers are broken down by. */
const VALUES: Partial<Record<Term, readonly string[]>> = {
  device: ['mobile', 'tablet', 'desktop'],
  os: ['iOS', 'Android', 'Windows'],
  // By code points the fox comes last, by UTF-16 the half-width circle does.
  browser: ['Safari', 'Chrome', 'safari', '\u{1F98A}', '\uFFEE'],
  country: ['PT', 'DE', 'BR'],
  app: ['Instagram', 'WhatsApp'],
  referrer: ['a.example', 'b.example', 'c.example', 'xn--bcher-kva.example'],
};

function drawTerms(draw: (values: readonly string[]) => string | null) {
  const drawn = TERMS.map((name) => [name, draw(VALUES[name] ?? ['one', 'another'])]);
  return Object.fromEntries(drawn) as Pick<Click, Term>;
}

/** Visits to the links of a project between two times, some of them at the edges of quarters, hours and days. */
export function drawClicks(
  random: Random,
  { projectId, keys }: Linked,
  { from, to, count }: { readonly from: number; readonly to: number; readonly count: number },
): Click[] {
  return Array.from({ length: count }, () => {
    const anywhere = from + Math.floor(random() * (to - from));
    const edge = Math.ceil(anywhere / QUARTER) * QUARTER - oneOf(random, [0, 1, 300]);
    const at = random() < 0.2 && edge < to && edge >= from ? edge : anywhere;
    const unless = <Value>(values: readonly Value[]) =>
      random() < 0.2 ? null : oneOf(random, values);
    return {
      id: newId(at),
      at,
      // The first links have most of the clicks.
      linkKey: keys[Math.floor(random() ** 3 * keys.length)]!,
      projectId,
      kind: choose(random, [['click', 6] as const, ['preview', 1] as const, ['bot', 1] as const]),
      source: oneOf(random, ['link', 'qr', 'app'] as const),
      ...drawTerms(unless),
      visitor: unless(['1', '2', '3', '-9223372036854775808', '9223372036854775807']),
      opened: random() < 0.2,
      signals: null,
      forwarded: null,
    };
  });
}

/** Openings of some of these clicks, all on the day of their click and before `to`. */
export function drawOpens(random: Random, clicks: readonly Click[], to: number): LedgerRecord[] {
  return clicks.flatMap((click): LedgerRecord[] => {
    const midnight = Math.ceil((click.at + 1) / DAY) * DAY;
    const at = click.at + Math.floor(random() * (Math.min(midnight, to) - click.at));
    if (click.opened || click.kind !== 'click' || random() > 0.3) return [];
    return [{ type: 'open', open: { clickId: click.id, linkKey: click.linkKey, at } }];
  });
}

export function clickRecords(clicks: readonly Click[]): LedgerRecord[] {
  return clicks.map((click) => ({ type: 'click', click }));
}

/** In parts of random sizes, in a random order. */
export function shuffleIntoBatches<Item>(random: Random, items: readonly Item[]): Item[][] {
  const rest = items.map((item) => ({ item, place: random() }));
  const shuffled = rest.toSorted((one, other) => one.place - other.place).map(({ item }) => item);
  const batches: Item[][] = [];
  while (shuffled.length > 0) batches.push(shuffled.splice(0, 1 + Math.floor(random() * 200)));
  return batches;
}
