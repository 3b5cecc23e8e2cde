import { operations } from '@fairlead/contract';
import { removeMember } from '../../../projects/updateMember.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';

export const removeMemberRoute = route(operations.removeMember, async ({ app, caller, params }) => {
  const { user, project } = caller;
  await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    const member = await removeMember(tx, project, params.userId);
    await record({
      action: 'member.removed',
      target: { kind: 'member', id: member.userId, name: member.name },
      details: { role: member.role },
    });
  });
  return { status: 200, body: { success: true } };
});
