import { operations } from '@fairlead/contract';
import { transferOwnership } from '#teams/projects/members/transferOwnership.ts';
import { route } from '../../routing/route.ts';

export const transferOwnershipRoute = route(
  operations.transferOwnership,
  async ({ app, caller, body }) => {
    const { user, project } = caller;
    await transferOwnership(app.db, project, user, body.userId);
    return { status: 200, body: { success: true } };
  },
);
