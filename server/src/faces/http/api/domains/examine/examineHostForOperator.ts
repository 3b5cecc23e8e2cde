import { operations } from '@fairlead/contract';
import { findDomainNamed } from '#teams/domains/listDomains.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { examine, readHost } from './examine.ts';
import { route } from '../../../routing/route.ts';

export const examineHostForOperatorRoute = route(
  operations.examineHostForOperator,
  async ({ app, body }) => {
    const host = readHost(body.host);
    const domain = await findDomainNamed(app.db, host);
    const project = domain && (await findProject(app.db, domain.projectId));
    if (!domain || !project) throw new Problem('NOT_FOUND', `No project has the domain ${host}`);
    return { status: 200, body: await examine(app, project, domain) };
  },
);
