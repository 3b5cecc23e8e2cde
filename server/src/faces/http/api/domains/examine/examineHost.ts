import { operations } from '@fairlead/contract';
import { findDomainNamed } from '#teams/domains/listDomains.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { chooseProject } from '../../../access/chooseProject.ts';
import { refuseViewer } from '../../links/managed/getManagedProject.ts';
import { examine, readHost } from './examine.ts';
import { route } from '../../../routing/route.ts';

export const examineHostRoute = route(
  operations.examineHost,
  async ({ app, caller, query, body }) => {
    const chosen = await chooseProject(app, caller, query.projectId);
    refuseViewer(chosen.role);
    const host = readHost(body.host);
    const domain = await findDomainNamed(app.db, host, chosen);
    const project = await findProject(app.db, chosen.id);
    if (!domain || !project) throw new Problem('NOT_FOUND', `${host} is no domain of the project`);
    return { status: 200, body: await examine(app, project, domain) };
  },
);
