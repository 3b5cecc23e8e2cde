import { operations } from '@fairlead/contract';
import type { DryRunRequest } from '@fairlead/contract/operations/rules';
import { checkLinkFields, serialiseDestinations } from '#links/creating/checkNewLink.ts';
import type { Link } from '#links/link/Link.ts';
import { storedRules } from '#links/rules/storedRules.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { dryRun } from '#visits/decision/dryRun/dryRun.ts';
import { findLinked } from '../../../lookups/routeVisit.ts';
import { route } from '../../routing/route.ts';
import { getCallersLink } from '../links/managed/getCallersLink.ts';

const DAYS = 30;

export const dryRunLinkRoute = route(
  operations.dryRunLink,
  async ({ app, caller, params, body, gone }) => {
    const { days = DAYS, before, at, ...changes } = body;
    const findings = checkLinkFields(changes);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const stored = await getCallersLink(app, caller, params.id);
    const project = await app.lookups.project(stored.projectId);
    if (project === null) throw new Problem('NOT_FOUND', 'Link not found');
    const sideOf = async (link: Link) => ({
      link,
      project,
      linked: await findLinked(app.lookups, link),
    });
    const isChange = Object.keys(changes).length > 0;
    const change = {
      before: isChange ? await sideOf(stored) : null,
      after: await sideOf(withChanges(stored, changes)),
    };
    const result = await app.numbers.read(
      (reading) =>
        dryRun(reading, {
          project,
          links: new Map([[stored.key, change]]),
          isAll: false,
          withUrls: true,
          range: rangeOf(days, before),
          at: at === undefined ? Date.now() : Date.parse(at),
          stop: gone,
        }),
      'background',
    );
    return { status: 200, body: result };
  },
);

function withChanges(link: Link, changes: Omit<DryRunRequest, 'days' | 'before' | 'at'>): Link {
  const { rules, variants, ...destinations } = serialiseDestinations(changes);
  return {
    ...link,
    ...destinations,
    ...(rules !== undefined && { rules: storedRules(rules) }),
    ...(variants !== undefined && { variants }),
  };
}

/** The days before a time. */
export function rangeOf(days: number, before: string | undefined) {
  const to = before === undefined ? new Date() : new Date(before);
  return { from: new Date(to.getTime() - days * DAY_MS), to };
}
