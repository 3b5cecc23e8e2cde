import { operations } from '@fairlead/contract';
import { recordAudit } from '../../audit/recordAudit.ts';
import { Problem } from '../../lib/Problem.ts';
import { createOwnProject } from '../../projects/createOwnProject.ts';
import { checkDefaultUrl, serialiseDefaultUrl } from '../checkDefaultUrl.ts';
import { actorOf } from '../changeProject.ts';
import { route } from '../route.ts';
import { renderProject } from '../views/projectView.ts';

export const createProject = route(
  operations.createProject,
  async ({ app, caller, body }) => {
    const findings = checkDefaultUrl(body.defaultUrl);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const [plan = ''] = app.plans.keys();
    const { name, defaultUrl } = serialiseDefaultUrl(body);
    const project = await app.db.transaction().execute(async (tx) => {
      const made = await createOwnProject(tx, caller.user, { name, defaultUrl, plan });
      await recordAudit(tx, made, actorOf(caller.user), {
        action: 'project.created',
        target: { kind: 'project', id: made.id, name: made.name },
      });
      return made;
    });
    return { status: 201, body: renderProject(project, 'owner') };
  },
  ({ body }) => checkDefaultUrl(body.defaultUrl),
);
