import { operations } from '@fairlead/contract';
import { listMembers } from '../../../projects/listMembers.ts';
import { transferOwnership } from '../../../projects/transferOwnership.ts';
import { actorOf, changeProject } from '../../../audit/changeProject.ts';
import { route } from '../../routing/route.ts';

export const transferOwnershipRoute = route(
  operations.transferOwnership,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    await changeProject(app.db, project, actorOf(user), async (tx, record) => {
      await transferOwnership(tx, project, user.id, body.userId);
      const [owner] = await listMembers(tx, project, body.userId);
      await record({
        action: 'project.transferred',
        target: { kind: 'member', id: body.userId, name: owner?.name ?? '' },
      });
    });
    return { status: 200, body: { success: true } };
  },
);
