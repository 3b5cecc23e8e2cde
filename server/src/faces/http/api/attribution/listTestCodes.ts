import { operations } from '@fairlead/contract';
import { listTestCodes } from '#apps/attribution/testCodes/listTestCodes.ts';
import { route } from '../../routing/route.ts';
import { renderTestCode } from '../../views/testCodeView.ts';

export const listTestCodesRoute = route(operations.listTestCodes, async ({ app, caller }) => {
  const testCodes = await listTestCodes(app.db, caller.project, new Date());
  return { status: 200, body: { testCodes: testCodes.map(renderTestCode) } };
});
