import { operations } from '@fairlead/contract';
import {
  readInstallationFilter,
  readOutcomes,
} from '#apps/attribution/outcomes/installationFilter.ts';
import { listInstallations } from '#apps/attribution/outcomes/listInstallations.ts';
import { pageOf, readIdCursor } from '#platform/lib/cursor.ts';
import { route } from '../../routing/route.ts';

export const listInstallationsRoute = route(
  operations.listInstallations,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor, match, reason, ...input } = query;
    const before = readIdCursor(cursor);
    const outcomes = readOutcomes({ match, reason, linkId: input.linkId });
    const filter = readInstallationFilter(input);
    const page = { before, limit: limit + 1 };
    const found = await listInstallations(app.db, caller.project, filter, outcomes, page);
    const { shown, nextCursor } = pageOf(found, limit);
    return {
      status: 200,
      body: {
        installations: shown.map(({ firstSeenAt, lastSeenAt, ...installation }) => ({
          ...installation,
          firstSeenAt: firstSeenAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        })),
        nextCursor,
      },
    };
  },
);
