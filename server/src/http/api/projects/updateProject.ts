import { operations } from '@fairlead/contract';
import type { Finding } from '@fairlead/contract/finding';
import { checkRetention } from '../../../plans/retention.ts';
import { Problem } from '../../../lib/Problem.ts';
import { checkAppSchemes, updateProject } from '../../../projects/updateProject.ts';
import { checkDefaultUrl, serialiseDefaultUrl } from './checkDefaultUrl.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { type PartialCall, route } from '../../routing/route.ts';
import { renderProject } from '../../views/projectView.ts';

export const updateProjectRoute = route(
  operations.updateProject,
  async (call) => {
    const { app, caller, body } = call;
    const { user, project, role } = caller;
    const findings = examineSettings(call);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const changed = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const made = await updateProject(tx, project, serialiseDefaultUrl(body));
      await record({
        action: 'project.updated',
        target: { kind: 'project', id: made.id, name: made.name },
        details: { changes: body },
      });
      return made;
    });
    app.lookups.apply(`project ${project.id}`);
    return { status: 200, body: renderProject(changed, role) };
  },
  examineSettings,
);

function examineSettings({
  app,
  caller,
  body,
}: PartialCall<typeof operations.updateProject>): Finding[] {
  return [
    ...checkDefaultUrl(body.defaultUrl),
    ...checkRetention(app.plans, caller.project, body.clickRetentionDays),
    ...checkAppSchemes(body),
  ];
}
