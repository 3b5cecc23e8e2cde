import { operations } from '@fairlead/contract';
import { updateMember as updateMemberOf } from '../../projects/updateMember.ts';
import { actorOf, changeProject } from '../changeProject.ts';
import { route } from '../route.ts';
import { renderMember } from '../views/memberView.ts';

export const updateMember = route(
  operations.updateMember,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const member = await changeProject(app, project, actorOf(user), async (tx, record) => {
      const changed = await updateMemberOf(tx, project, params.userId, body.role);
      await record({
        action: 'member.updated',
        target: { kind: 'member', id: changed.userId, name: changed.name },
        details: { role: body.role },
      });
      return changed;
    });
    return { status: 200, body: renderMember(member) };
  },
);
