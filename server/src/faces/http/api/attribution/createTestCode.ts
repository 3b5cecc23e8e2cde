import { operations } from '@fairlead/contract';
import { createTestCode } from '#apps/attribution/testCodes/createTestCode.ts';
import { getLink } from '#links/finding/findLink.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { route } from '../../routing/route.ts';
import { renderTestCode } from '../../views/testCodeView.ts';

export const createTestCodeRoute = route(
  operations.createTestCode,
  async ({ app, caller: { project, user }, params }) => {
    const link = await getLink(app.db, project, params.linkId);
    const { testCode, text } = await createTestCode(app.db, project, actorOf(user), link);
    return { status: 201, body: { testCode: renderTestCode(testCode), text } };
  },
);
