/** What of a request differs from the one before, so that what others change meanwhile stays as they made it. */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]: [string, unknown]) => {
      const old = known.get(name);
      if (isRecord(value) && isRecord(old)) {
        const inner = changesOf(old, value);
        return Object.keys(inner).length === 0 ? [] : [[name, inner]];
      }
      return JSON.stringify(value) === JSON.stringify(old) ? [] : [[name, value]];
    }),
  ) as Partial<Body>;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
