/** Tags as stored: trimmed, and only the first of those that differ only in case. */
export function tidyTags(tags: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const tag of tags) {
    const trimmed = tag.trim();
    const name = trimmed.toLowerCase();
    if (!byName.has(name)) byName.set(name, trimmed);
  }
  return [...byName.values()];
}
