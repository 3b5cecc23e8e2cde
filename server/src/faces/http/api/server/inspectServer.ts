import { operations } from '@fairlead/contract';
import { route } from '../../routing/route.ts';
import { inspectVisitorHeaders } from '../../server/headers/visitorHeaders.ts';
import { renderServer } from '../../views/serverView.ts';

export const inspectServerRoute = route(operations.inspectServer, async ({ app }) => {
  const report = renderServer(app);
  const findings = [...report.findings, ...(await inspectVisitorHeaders(app))];
  return { status: 200, body: { ...report, findings } };
});
