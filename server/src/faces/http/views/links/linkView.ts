import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type { Link as LinkResource, ResolvedLink } from '@fairlead/contract/resources';
import type { ManagedLink } from '@fairlead/contract/operations/linkManagement';
import { isRuled, type Link } from '#links/link/Link.ts';
import { noteRules } from '#links/rules/noteRules.ts';

const OPTIONAL = [...DESTINATION_FIELDS, 'parameters', 'metadata'] as const;

/** Absent fields are omitted: some clients turn null into the text "null" (Rule: sdk-clients). */
type Rendered = { [Field in keyof ResolvedLink]: Exclude<ResolvedLink[Field], null> } & {
  readonly allowQueryPassthrough: boolean;
};

export function renderResolvedLink(link: Link): Rendered {
  const view: Record<string, unknown> = { id: link.id, slug: link.slug, type: link.type };
  for (const field of OPTIONAL) {
    if (link[field] !== null) view[field] = link[field];
  }
  view['allowQueryPassthrough'] = link.allowQueryPassthrough;
  return view as Rendered;
}

/** What led a visit, by name; nothing where the link led itself. */
export function renderRoute(
  route: { readonly kind: 'rule' | 'variant'; readonly name: string } | null,
): { rule?: string; variant?: string } {
  return route === null ? {} : { [route.kind]: route.name };
}

export function renderLink(link: Link, shortUrl: string) {
  return {
    ...renderResolvedLink(link),
    shortUrl,
    ...(link.externalId !== null && { externalId: link.externalId }),
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  } satisfies LinkResource;
}

/** For callers who manage links: with the name, the two flags and the fields only they can set (Rule: bodies 14). */
export function renderManagedLink(link: Link, shortUrl: string): ManagedLink {
  return {
    ...renderLink(link, shortUrl),
    ...(link.name !== null && { name: link.name }),
    ...(link.iosSocialBreakout !== null && { iosSocialBreakout: link.iosSocialBreakout }),
    iosBrowserAutoOpen: link.iosBrowserAutoOpen,
    tags: [...link.tags],
    ...(link.folderId !== null && { folder: link.folderId }),
    ...(link.expiresAt !== null && { expiresAt: link.expiresAt.toISOString() }),
    archived: link.archived,
    ...(link.importedClicks !== null && { importedClicks: link.importedClicks }),
    ...(link.expiredUrl !== null && { expiredUrl: link.expiredUrl }),
    ...(link.expiresAfterClicks !== null && { expiresAfterClicks: link.expiresAfterClicks }),
    ...renderRules(link),
    ...(link.placements !== null && { placements: [...link.placements] }),
  };
}

/** Steps: its rules are compared with each other (`noteRules`). */
export function stepsOfRendering({ rules }: Pick<Link, 'rules'>): number {
  return 20 * (1 + (rules?.length ?? 0) ** 2);
}

function renderRules(link: Link): Pick<ManagedLink, 'rules' | 'variants' | 'ruleNotes'> {
  if (!isRuled(link)) return {};
  return {
    ...(link.rules !== null && { rules: [...link.rules] }),
    ...(link.variants !== null && { variants: [...link.variants] }),
    ruleNotes: noteRules(link, Date.now()),
  };
}
