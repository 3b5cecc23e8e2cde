import { operations } from '@fairlead/contract';
import { updateMember } from '../../../projects/updateMember.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';
import { renderMember } from '../../views/memberView.ts';

export const updateMemberRoute = route(
  operations.updateMember,
  async ({ app, caller, params, body }) => {
    const { user, project } = caller;
    const member = await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      const changed = await updateMember(tx, project, params.userId, body.role);
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
