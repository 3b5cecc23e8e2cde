/** A segment of a pattern: `**`, or the pieces between its wildcards; one piece is the segment itself. */
type Segment = '**' | readonly string[];

/** Whether a build opens a path. */
export type Opener = (path: string) => boolean;

/**
 * Who opens what, by the patterns of a build (Rule: builds 3). The last path is remembered, because builds that follow each
 * other open the same and share an opener.
 */
export function openerOf(routes: readonly string[]): Opener {
  const find = routeFinderOf(routes);
  let last: { readonly path: string; readonly opens: boolean } | undefined;
  return (path) => {
    if (last?.path !== path) last = { path, opens: find(path) !== undefined };
    return last.opens;
  };
}

/** Finds the first pattern of a build that opens a path. */
export function routeFinderOf(routes: readonly string[]): (path: string) => string | undefined {
  const known = routes.map((route) => ({ route, segments: readRoute(route) }));
  return (path) => {
    const segments = segmentsOf(path);
    return known.find((each) => opens(each.segments, segments))?.route;
  };
}

function readRoute(route: string): Segment[] {
  const [path = ''] = route.split('?');
  return segmentsOf(path).map((segment) => {
    if (segment === '**') return segment;
    return segment.startsWith(':') ? ['', ''] : segment.split('*');
  });
}

/** Decoded, and without empty ones: a slash at the end, or a second one, changes nothing. */
function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decode);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Takes as little as possible for each `**` and goes back to the last one only: what an earlier one took need not change.
 * So the work is at most the product of both lengths, whatever people publish.
 */
function opens(route: readonly Segment[], path: readonly string[]): boolean {
  let at = 0;
  let star = -1;
  let taken = 0;
  for (let next = 0; next < path.length;) {
    const segment = route[at];
    if (segment === '**') {
      star = at;
      taken = next;
      at += 1;
    } else if (segment !== undefined && fits(segment, path[next]!)) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      at = star + 1;
      taken += 1;
      next = taken;
    } else return false;
  }
  return route.slice(at).every((segment) => segment === '**');
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
