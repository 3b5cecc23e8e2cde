import { operations } from '@fairlead/contract';
import { finding } from '@fairlead/contract/finding';
import type { SimulatedVisitor } from '@fairlead/contract/simulatedVisitors';
import { checkRules } from '#links/rules/checkRules.ts';
import { storedRules } from '#links/rules/storedRules.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { simulateVisit } from '#visits/decision/explainLink.ts';
import { SIMULATED } from '#visits/decision/simulatedVisitors.ts';
import { findLinked } from '../../../lookups/routeVisit.ts';
import { route } from '../../routing/route.ts';
import { renderVisit } from '../../views/links/explanationView.ts';
import { shortUrlOf } from '../../views/links/shortUrlOf.ts';
import { getCallersLink } from '../links/managed/getCallersLink.ts';

export const simulateVisitRoute = route(
  operations.simulateVisit,
  async ({ app, caller, params, body }) => {
    const { visitor: person, ...changed } = body;
    const findings = checkRules(changed);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const stored = await getCallersLink(app, caller, params.id);
    const project = await app.lookups.project(stored.projectId);
    if (project === null) throw new Problem('NOT_FOUND', 'Link not found');
    const link = {
      ...stored,
      ...(changed.rules && { rules: storedRules(changed.rules) }),
      ...(changed.variants !== undefined && { variants: changed.variants }),
    };
    const { as, title, userAgent } = readPerson(person);
    const explained = {
      link,
      project,
      shortUrl: await shortUrlOf(app, link),
      query: (person.query ?? '').replace(/^\?/, ''),
      linked: await findLinked(app.lookups, link),
      launchHost: app.config.launchHost,
      readVisitor: app.readVisitor,
    };
    const { at, visitor: hash, country, language, referrer, appBuild } = person;
    const facts = { country, language, referrer, appBuild, hash };
    const visit = simulateVisit(explained, userAgent, {
      ...facts,
      ...(at !== undefined && { at: Date.parse(at) }),
    });
    return { status: 200, body: renderVisit({ as, title, ...visit }) };
  },
);

interface Person {
  readonly as?: SimulatedVisitor;
  readonly userAgent?: string;
}

function readPerson({ as, userAgent }: Person) {
  if (userAgent === undefined) return { as: as ?? 'desktop', ...SIMULATED[as ?? 'desktop'] };
  if (as === undefined) return { as: 'own', title: 'A visitor of your own making', userAgent };
  const message = 'visitor must have userAgent or as, not both; leave one out';
  throw new Problem('VALIDATION_ERROR', finding(['visitor', 'as'], 'not_allowed', message));
}
