import { operations } from '@fairlead/contract';
import { Problem } from '#platform/lib/Problem.ts';
import { openProject } from '#teams/provisioning/openProject.ts';
import { route } from '../../routing/route.ts';
import { renderProject } from '../../views/projectView.ts';
import { domainSourceOf } from '../domains/examine/domainSource.ts';
import { checkDefaultUrl, serialiseDefaultUrl } from '#teams/projects/checkDefaultUrl.ts';

export const createProjectRoute = route(
  operations.createProject,
  async ({ app, caller, body }) => {
    const findings = checkDefaultUrl(body.defaultUrl);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const { name, defaultUrl } = serialiseDefaultUrl(body);
    const input = { name, defaultUrl, plan: app.plans.initial };
    const project = await openProject(app.db, caller.user, input, domainSourceOf(app));
    return { status: 201, body: renderProject(project, 'owner') };
  },
  ({ body }) => checkDefaultUrl(body.defaultUrl),
);
