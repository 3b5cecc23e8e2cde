import { operations } from '@fairlead/contract';
import { listMembers } from '../../projects/listMembers.ts';
import { transferOwnership as transferOwnershipOf } from '../../projects/transferOwnership.ts';
import { actorOf, changeProject } from '../changeProject.ts';
import { route } from '../route.ts';

export const transferOwnership = route(
  operations.transferOwnership,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    await changeProject(app, project, actorOf(user), async (tx, record) => {
      await transferOwnershipOf(tx, project, user.id, body.userId);
      const [owner] = await listMembers(tx, project, body.userId);
      await record({
        action: 'project.transferred',
        target: { kind: 'member', id: body.userId, name: owner?.name ?? '' },
      });
    });
    return { status: 200, body: { success: true } };
  },
);
