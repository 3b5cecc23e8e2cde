import { operations } from '@fairlead/contract';
import { removeMember as removeMemberOf } from '../../projects/updateMember.ts';
import { actorOf, changeProject } from '../changeProject.ts';
import { route } from '../route.ts';

export const removeMember = route(operations.removeMember, async ({ app, caller, params }) => {
  const { user, project } = caller;
  await changeProject(app, project, actorOf(user), async (tx, record) => {
    const member = await removeMemberOf(tx, project, params.userId);
    await record({
      action: 'member.removed',
      target: { kind: 'member', id: member.userId, name: member.name },
      details: { role: member.role },
    });
  });
  return { status: 200, body: { success: true } };
});
