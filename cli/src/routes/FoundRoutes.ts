/** What was read from an app's own files. */
export interface FoundRoutes {
  /** Patterns as a build publishes them, each once. */
  readonly routes: readonly string[];
  /** What was left out, and what to do about it: a sentence each. */
  readonly notes: readonly string[];
}

/** Sorts out what opens every path, since that does not tell which screens there are. */
export function collectRoutes(
  found: readonly { readonly route: string; readonly from: string }[],
): FoundRoutes {
  const routes = new Set<string>();
  const notes = new Set<string>();
  for (const { route, from } of found) {
    if (route !== '/**' && route !== '/*/**') routes.add(route);
    else {
      notes.add(
        `${from} takes every path, which does not tell what the app shows: left out. Add "/**" to the list if it shows all of them.`,
      );
    }
  }
  return { routes: [...routes], notes: [...notes] };
}
