import { operations } from '@fairlead/contract';
import { listMatches } from '#apps/attribution/listMatches.ts';
import { listInstallations } from '#apps/installations/listInstallations.ts';
import { pageOf, readIdCursor } from '#platform/lib/cursor.ts';
import { route } from '../../routing/route.ts';

export const listInstallationsRoute = route(
  operations.listInstallations,
  async ({ app, caller, query }) => {
    const { limit = 50, cursor } = query;
    const search = query.search?.trim() || undefined;
    const before = readIdCursor(cursor);
    const found = await listInstallations(app.db, caller.project, {
      search,
      before,
      limit: limit + 1,
    });
    const { shown, nextCursor } = pageOf(found, limit);
    const ids = shown.map(({ id }) => id);
    const matches = await listMatches(app.db, caller.project, ids);
    return {
      status: 200,
      body: {
        installations: shown.map(({ firstSeenAt, lastSeenAt, ...installation }) => ({
          ...installation,
          match: matches.get(installation.id) ?? null,
          firstSeenAt: firstSeenAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        })),
        nextCursor,
      },
    };
  },
);
