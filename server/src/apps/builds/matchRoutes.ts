import type { Slices } from '#platform/lib/createSlices.ts';
import { Problem } from '#platform/lib/Problem.ts';

/** A place in the patterns of a build: those that begin alike share it. */
interface Place {
  /** What comes next, by the text of a segment. */
  readonly literal: Map<string, Place>;
  /** The same, by what it looks like with wildcards. */
  readonly partial: Map<string, { readonly pieces: readonly string[]; readonly next: Place }>;
  /** After any one segment. */
  any?: Place;
  /** After any number of segments, none included. */
  rest?: Place;
  /** Whether it stays a place for whatever follows. */
  readonly isRest: boolean;
  /** The first of the patterns that end here. */
  ends?: number;
}

/**
 * What a path has of segments at either end, if it has more than twice as many: patterns have at most half as many, so that what is left
 * out makes no difference to those with one `**`.
 */
const MAX_END_SEGMENTS = 32;
/** Steps of a path beyond which they count as too many. Patterns of real apps take a tenth of it. */
const STEPS_OF_A_PATH = 500;
/** A second or two. */
const MAX_EXCESS = 10_000_000;
/** Of a text, compared with the pieces of a pattern. */
const LENGTH_OF_A_STEP = 64;

/** What one call spends on comparing. */
export interface Matching {
  readonly slices: Slices;
  /** Steps beyond what its paths should take. */
  excess: number;
}

/**
 * By path, the first pattern of a build that opens it (Rule: builds 3); a path that none opens is left out. Throws VALIDATION_ERROR if
 * the patterns are made such that each path has to be compared with most of them.
 */
export async function matchRoutes(
  matching: Matching,
  routes: readonly string[],
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const start = await readRoutes(matching.slices, routes);
  for (const path of new Set(paths)) {
    const first = await findFirst(matching, start, path);
    if (first !== undefined) found.set(path, routes[first]!);
  }
  return found;
}

async function readRoutes(slices: Slices, routes: readonly string[]): Promise<Place> {
  const start = newPlace(false);
  for (const [index, route] of routes.entries()) {
    const [path = ''] = route.split('?');
    const segments = segmentsOf(path).map(decode);
    let place = start;
    for (const segment of segments) place = placeAfter(place, segment);
    place.ends ??= index;
    if (slices.spend(5 * (segments.length + 1))) await slices.turn();
  }
  return start;
}

function newPlace(isRest: boolean): Place {
  return { literal: new Map(), partial: new Map(), isRest };
}

function placeAfter(place: Place, segment: string): Place {
  // `**` twice is `**` once.
  if (segment === '**') return place.isRest ? place : (place.rest ??= newPlace(true));
  if (segment === '*' || segment.startsWith(':')) return (place.any ??= newPlace(false));
  const pieces = segment.split('*');
  if (pieces.length === 1) return setDefault(place.literal, segment, () => newPlace(false));
  return setDefault(place.partial, segment, () => ({ pieces, next: newPlace(false) })).next;
}

function setDefault<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

/** All patterns at once, a segment at a time. */
async function findFirst(
  matching: Matching,
  start: Place,
  path: string,
): Promise<number | undefined> {
  const { slices } = matching;
  const before = slices.total();
  const turn = async () => {
    if (matching.excess + slices.total() - before > MAX_EXCESS) throw tooManySteps();
    await slices.turn();
  };
  let places = withRests([start]);
  slices.spend(path.length / LENGTH_OF_A_STEP);
  for (const segment of endsOf(segmentsOf(path)).map(decode)) {
    const stepsOfText = 1 + Math.floor(segment.length / LENGTH_OF_A_STEP);
    const next: Place[] = [];
    for (const place of places) {
      const { literal, partial, any, isRest } = place;
      if (isRest) next.push(place);
      if (any !== undefined) next.push(any);
      const same = literal.get(segment);
      if (same !== undefined) next.push(same);
      if (slices.spend(1)) await turn();
      for (const { pieces, next: after } of partial.values()) {
        if (fits(pieces, segment)) next.push(after);
        if (slices.spend(stepsOfText)) await turn();
      }
    }
    places = withRests(next);
  }
  matching.excess += Math.max(0, slices.total() - before - STEPS_OF_A_PATH);
  const ends = [...places].flatMap((place) => place.ends ?? []);
  return ends.length === 0 ? undefined : ends.reduce((a, b) => Math.min(a, b));
}

/** Each once, with what follows them without a segment. */
function withRests(places: readonly Place[]): ReadonlySet<Place> {
  const all = new Set(places);
  for (const place of places) if (place.rest !== undefined) all.add(place.rest);
  return all;
}

function endsOf(segments: readonly string[]): readonly string[] {
  if (segments.length <= 2 * MAX_END_SEGMENTS) return segments;
  return [...segments.slice(0, MAX_END_SEGMENTS), ...segments.slice(-MAX_END_SEGMENTS)];
}

/** Without empty ones: a slash at the end, or a second one, changes nothing. */
function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Whether the pieces stand in the text one after the other, the first at its beginning and the last at its end. */
function fits(pieces: readonly string[], text: string): boolean {
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return from + last.length <= text.length;
}

function tooManySteps(): Problem {
  return new Problem(
    'VALIDATION_ERROR',
    'The patterns of the builds take too long to compare with the links: publish them with fewer wildcards, * within a segment above all',
  );
}
