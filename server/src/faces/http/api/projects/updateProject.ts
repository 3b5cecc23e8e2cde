import { operations } from '@fairlead/contract';
import type { Finding } from '@fairlead/contract/finding';
import { checkRetention } from '#teams/plans/retention.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { checkAppSchemes, updateProject } from '#teams/projects/updateProject.ts';
import { checkDefaultUrl } from '#teams/projects/checkDefaultUrl.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { type PartialCall, route } from '../../routing/route.ts';
import { renderProject } from '../../views/projectView.ts';

export const updateProjectRoute = route(
  operations.updateProject,
  async (call) => {
    const { app, caller, body } = call;
    const findings = examineSettings(call);
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    const changed = await updateProject(app.db, caller.project, actorOf(caller.user), body);
    return { status: 200, body: renderProject(changed, caller.role) };
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
