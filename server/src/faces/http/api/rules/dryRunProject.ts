import { operations } from '@fairlead/contract';
import { finding } from '@fairlead/contract/finding';
import { checkLinkFields, serialiseDestinations } from '#links/creating/checkNewLink.ts';
import { readLinkFilter } from '#links/finding/linkFilter.ts';
import { listMatches } from '#links/finding/listMatches.ts';
import type { Link } from '#links/link/Link.ts';
import { storedRules } from '#links/rules/storedRules.ts';
import { createSlices } from '#platform/lib/createSlices.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkDefaultUrl, serialiseDefaultUrl } from '#teams/projects/checkDefaultUrl.ts';
import { type ChangedLink, dryRun } from '#visits/decision/dryRun/dryRun.ts';
import { findLinked } from '../../../lookups/routeVisit.ts';
import { route } from '../../routing/route.ts';
import { rangeOf } from './dryRunLink.ts';

const DAYS = 30;
const STEPS_OF_A_LINK = 20;

export const dryRunProjectRoute = route(
  operations.dryRunProject,
  async ({ app, caller, body, gone }) => {
    const { project } = caller;
    const { filter = {}, days = DAYS, at, defaultUrl, ...changes } = body;
    checkChanges({ defaultUrl, ...changes });
    const { rules, variants } = serialiseDestinations(changes);
    const changed = {
      ...(rules !== undefined && { rules: storedRules(rules) }),
      ...(variants !== undefined && { variants }),
    };
    const after = {
      ...project,
      ...serialiseDefaultUrl({ ...(defaultUrl !== undefined && { defaultUrl }) }),
    };
    const found = await listMatches(app.background, project, readLinkFilter(filter));
    const links = new Map<Link['key'], ChangedLink>();
    const slices = createSlices(gone);
    for (const link of found) {
      if (slices.spend(STEPS_OF_A_LINK)) await slices.turn();
      const next = { ...link, ...changed };
      links.set(link.key, {
        before: { link, project, linked: await findLinked(app.lookups, link) },
        after: { link: next, project: after, linked: await findLinked(app.lookups, next) },
      });
    }
    const result = await app.numbers.read(
      (reading) =>
        dryRun(reading, {
          project,
          links,
          isAll: Object.keys(filter).length === 0,
          withUrls: false,
          range: rangeOf(days, undefined),
          at: at === undefined ? Date.now() : Date.parse(at),
          stop: gone,
        }),
      'background',
    );
    return { status: 200, body: { ...result, links: found.length } };
  },
);

type Changes = Parameters<typeof checkLinkFields>[0] & {
  readonly defaultUrl: string | null | undefined;
};

function checkChanges({ defaultUrl, ...changes }: Changes): void {
  if (defaultUrl === undefined && Object.keys(changes).length === 0) {
    const message = 'rules, variants or defaultUrl must be sent: what would change?';
    throw new Problem('VALIDATION_ERROR', finding('rules', 'required', message));
  }
  const findings = [...checkLinkFields(changes), ...checkDefaultUrl(defaultUrl)];
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
}
