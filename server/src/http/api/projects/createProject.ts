import { operations } from '@fairlead/contract';
import { recordAudit } from '../../../audit/recordAudit.ts';
import { Problem } from '../../../lib/Problem.ts';
import { createOwnProject } from '../../../projects/createOwnProject.ts';
import { giveDomain } from '../../../domains/giveDomain.ts';
import { checkDefaultUrl, serialiseDefaultUrl } from './checkDefaultUrl.ts';
import { actorOf } from '../../changeProject.ts';
import { domainSourceOf } from '../domains/domainSource.ts';
import { route } from '../../routing/route.ts';
import { renderProject } from '../../views/projectView.ts';

export const createProjectRoute = route(
  operations.createProject,
  async ({ app, caller, body }) => {
    const findings = checkDefaultUrl(body.defaultUrl);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const { initial: plan } = app.plans;
    const { name, defaultUrl } = serialiseDefaultUrl(body);
    const project = await app.db.transaction().execute(async (tx) => {
      const made = await createOwnProject(tx, caller.user, { name, defaultUrl, plan });
      await recordAudit(tx, made, actorOf(caller.user), {
        action: 'project.created',
        target: { kind: 'project', id: made.id, name: made.name },
      });
      const source = domainSourceOf(app);
      if (source !== undefined) await giveDomain(tx, made, source);
      return made;
    });
    return { status: 201, body: renderProject(project, 'owner') };
  },
  ({ body }) => checkDefaultUrl(body.defaultUrl),
);
