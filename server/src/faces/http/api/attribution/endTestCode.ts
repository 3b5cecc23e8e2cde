import { operations } from '@fairlead/contract';
import { endTestCode } from '#apps/attribution/testCodes/endTestCode.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';

export const endTestCodeRoute = route(
  operations.endTestCode,
  async ({ app, caller: { project, user }, params }) => {
    await endTestCode(app.db, project, actorOf(user), params.testCodeId);
    return { status: 200, body: { success: true } };
  },
);
