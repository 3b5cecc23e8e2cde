import type { Groups } from './app.ts';
import { openCandidateSearches } from './attribution/findCandidates.ts';
import { openNamedClicks } from './attribution/findNamedClick.ts';
import { openAttributionWrites } from './attribution/writeAttributions.ts';
import { openInstallationWrites } from './installations/writeInstallations.ts';
import { openLinkWrites } from './links/writeLinks.ts';
import { openBootstraps } from './sessions/bootstrapInstallation.ts';
import { openSessionWrites } from './sessions/writeSessions.ts';
import type { Connection } from './db/connect.ts';

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
