import { operations } from '@fairlead/contract';
import { checkRetention } from '../../plans/retention.ts';
import { updateProject as updateProjectOf } from '../../projects/updateProject.ts';
import { checkDefaultUrl } from '../checkDefaultUrl.ts';
import { actorOf, changeProject } from '../changeProject.ts';
import { route } from '../route.ts';
import { renderProject } from '../views/projectView.ts';

export const updateProject = route(operations.updateProject, async ({ app, caller, body }) => {
  checkDefaultUrl(body.defaultUrl);
  const { user, project, role } = caller;
  checkRetention(app.plans, project, body.clickRetentionDays);
  const changed = await changeProject(app, project, actorOf(user), async (tx, record) => {
    const made = await updateProjectOf(tx, project, body);
    await record({
      action: 'project.updated',
      target: { kind: 'project', id: made.id, name: made.name },
      details: { changes: body },
    });
    return made;
  });
  app.lookups.apply(`project ${project.id}`);
  return { status: 200, body: renderProject(changed, role) };
});
