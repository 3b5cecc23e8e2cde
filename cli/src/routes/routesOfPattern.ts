/** More of them would make too many combinations. */
const MAX_WILDCARDS = 3;

/**
 * Routes for Android's `pathPattern`, where `.*` is any text, slashes included; undefined for one that says more than
 * that. A `.` by itself, which is any character, is taken for the dot that people mean by it.
 */
export function routesOfPattern(pattern: string): string[] | undefined {
  const pieces = splitAtWildcards(pattern);
  if (pieces === undefined || pieces.length - 1 > MAX_WILDCARDS) return undefined;
  const [first = '', ...others] = pieces;
  // What begins with any text is any number of segments.
  if (first === '' && others.length > 0) return beginWith('/**', others);
  return first.startsWith('/') ? beginWith(first, others) : undefined;
}

function beginWith(start: string, pieces: readonly string[]): string[] | undefined {
  const [next, ...others] = pieces;
  if (next === undefined) return [start];
  if (start === '/**') {
    if (next === '') return ['/**'];
    return next.startsWith('/') ? beginWith(start + next, others) : undefined;
  }
  if (next === '') return others.length === 0 ? [`${start}*/**`] : undefined;
  return [`${start}*${next}`, `${start}*/**/*${next}`].flatMap(
    (each) => beginWith(each, others) ?? [],
  );
}

/** Its texts between `.*`, without the backslashes that take a character literally. */
function splitAtWildcards(pattern: string): string[] | undefined {
  const pieces = [''];
  const add = (text: string) => pieces.push((pieces.pop() ?? '') + text);
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? '';
    if (character === '\\') {
      // Twice in most manifests: once for the resource, once for the pattern.
      while (pattern[at] === '\\') at += 1;
      add(pattern[at] ?? '');
    } else if (pattern.startsWith('.*', at)) {
      pieces.push('');
      at += 1;
    } else if (character === '*') return undefined;
    else add(character);
  }
  return pieces;
}
