import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { LinkStats } from '@fairlead/contract/resources';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import type { Link } from '#links/link/Link.ts';
import { noteRules } from '#links/rules/noteRules.ts';
import type { Project } from '#teams/projects/Project.ts';
import { isBreakoutOn } from '#visits/decision/iosBreakout.ts';

interface Shown {
  readonly link: Link;
  readonly host: string;
  readonly stats: LinkStats;
  readonly deletedAt?: Date | null;
  /** Slugs that the project's printed links lead to. */
  readonly targets: ReadonlySet<string>;
}

/** A link as the dashboard shows and edits it. */
export function renderProjectLink(
  { link, host, stats, deletedAt, targets }: Shown,
  project: Pick<Project, 'ios'>,
  template: string,
): ProjectLink {
  return {
    id: link.id,
    slug: link.slug,
    type: link.type,
    name: link.name,
    externalId: link.externalId,
    shortUrl: fillLinkTemplate(template, host, link.slug),
    domain: host,
    fallbackUrl: link.fallbackUrl,
    iosUrl: link.iosUrl,
    androidUrl: link.androidUrl,
    iosFallbackUrl: link.iosFallbackUrl,
    androidFallbackUrl: link.androidFallbackUrl,
    parameters: link.parameters,
    metadata: link.metadata,
    allowQueryPassthrough: link.allowQueryPassthrough,
    iosSocialBreakout: link.iosSocialBreakout,
    iosSocialBreakoutEffective: isBreakoutOn(link, project),
    iosBrowserAutoOpen: link.iosBrowserAutoOpen,
    tags: [...link.tags],
    folder: link.folderId,
    folderId: link.folderId,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    archived: link.archived,
    importedClicks: link.importedClicks,
    expiredUrl: link.expiredUrl,
    expiresAfterClicks: link.expiresAfterClicks,
    rules: [...(link.rules ?? [])],
    variants: link.variants && [...link.variants],
    ruleNotes: noteRules(link, Date.now()),
    placements: [...(link.placements ?? [])],
    printed: link.printed,
    printedTarget: !deletedAt && targets.has(link.slug),
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
    ...(deletedAt && { deletedAt: deletedAt.toISOString() }),
    stats,
  };
}
