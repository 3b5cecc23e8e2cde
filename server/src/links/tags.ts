/** Tags as they are kept: trimmed, and of those that differ in case alone the first. */
export function tidyTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of tags) {
    const trimmed = tag.trim();
    const name = trimmed.toLowerCase();
    if (!kept.has(name)) kept.set(name, trimmed);
  }
  return [...kept.values()];
}
