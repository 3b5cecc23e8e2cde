import type { Groups } from '#faces/App.ts';
import { openCandidateSearches } from '#apps/attribution/matching/findCandidates.ts';
import { openNamedClicks } from '#apps/attribution/matching/findNamedClick.ts';
import { openAttributionWrites } from '#apps/attribution/writeAttributions.ts';
import { openInstallationWrites } from '#apps/installations/writeInstallations.ts';
import { openLinkWrites } from '#links/creating/writeLinks.ts';
import { openBootstraps } from '#apps/sessions/bootstrapInstallation.ts';
import { openSessionWrites } from '#apps/sessions/writeSessions.ts';
import type { Connection } from '#platform/db/connections/connect.ts';

/** The statements that simultaneous calls share. */
export function openGroups({ pool }: Pick<Connection, 'pool'>): Groups {
  return {
    links: openLinkWrites(pool),
    installations: openInstallationWrites(pool),
    bootstraps: openBootstraps(pool),
    sessions: openSessionWrites(pool),
    attributions: openAttributionWrites(pool),
    namedClicks: openNamedClicks(pool),
    candidates: openCandidateSearches(pool),
  };
}
