import { operations } from '@fairlead/contract';
import { removeMember } from '../../../projects/updateMember.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';

export const leaveProjectRoute = route(operations.leaveProject, async ({ app, caller }) => {
  const { user, project } = caller;
  await changeProject(app.db, project, actorOf(user), async (tx, record) => {
    const member = await removeMember(tx, project, user.id);
    await record({
      action: 'member.left',
      target: { kind: 'member', id: member.userId, name: member.name },
      details: { role: member.role },
    });
  });
  return { status: 200, body: { success: true } };
});
