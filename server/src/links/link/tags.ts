/** Tags as stored: trimmed, and only the first of those that differ only in case. */
export function tidyTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of tags) {
    const trimmed = tag.trim();
    const name = trimmed.toLowerCase();
    if (!kept.has(name)) kept.set(name, trimmed);
  }
  return [...kept.values()];
}
