import { newId, timeOfId } from '#platform/lib/uuid.ts';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import { emptyDetails } from './matching/matchInstall.ts';
import type { MatchReceipt } from './matching/MatchReceipt.ts';
import { creditKindOf, type CreditKind, type OpeningInstallation } from './OpeningInstallation.ts';
import { type AttributionStores, writeAttribution } from './writeAttributions.ts';

interface AppOpen {
  readonly link: Pick<Link, 'id' | 'key' | 'slug'>;
  /** A stored click on that link: the visit that `_lc` names, or that of the resolve itself. */
  readonly clickId: string;
  readonly opener: OpeningInstallation;
  readonly at: Date;
}

/**
 * Joins a click to the installation that opened the app with it (Rule: attribution: `_lc`, or a resolve with
 * an installation attached). The first open of a new installation is an install, and leaves a receipt; every
 * other open is a return. This happens once per click; repetitions change nothing and return null, as does a
 * further click from before the installation, which is neither.
 */
export async function recordAppOpen(
  stores: AttributionStores,
  project: Project,
  open: AppOpen,
): Promise<CreditKind | null> {
  const { link, clickId, opener, at } = open;
  const clickedAt = new Date(timeOfId(clickId));
  const kind = creditKindOf(opener, clickedAt);
  const outcome = await writeAttribution(stores, project, {
    installationId: opener.id,
    delivers: false,
    click: { clickId, linkKey: link.key, clickedAt },
    credit: { kind, at },
    receipt: kind === 'install' ? receiptOf(project, open) : undefined,
  });
  return outcome === 'written' ? kind : null;
}

function receiptOf(project: Project, { link, clickId, opener, at }: AppOpen): MatchReceipt {
  const delivered = { clickId, linkId: link.id, slug: link.slug };
  return {
    id: newId(at.getTime()),
    installationId: opener.id,
    createdAt: at,
    matchType: 'deterministic',
    reason: 'matched',
    clickId,
    linkKey: link.key,
    details: {
      ...emptyDetails(project),
      methods: [{ method: 'deepLink', outcome: 'matched', reason: 'matched' }],
      delivered,
      credited: { ...delivered, as: 'install' },
    },
  };
}
