import type { LinkFilters } from '../list/linkFilters.ts';

/** The tags that links must have; in the URL they are separated by commas, which no tag contains. */
export function tagsOf({ tag }: LinkFilters): string[] {
  return tag === undefined ? [] : tag.split(',');
}

export function withTags(filters: LinkFilters, tags: readonly string[]): LinkFilters {
  const { tag: _tag, ...rest } = filters;
  return tags.length === 0 ? rest : { ...rest, tag: tags.join(',') };
}

/** One more, unless it is among them in whatever case. */
export function withTag(filters: LinkFilters, tag: string): LinkFilters {
  const chosen = tagsOf(filters);
  const has = chosen.some((other) => other.toLowerCase() === tag.toLowerCase());
  return has ? filters : withTags(filters, [...chosen, tag]);
}
