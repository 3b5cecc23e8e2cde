import { operations } from '@fairlead/contract';
import { listReports } from '#links/doctor/recordReport.ts';
import { getDomain } from '#teams/domains/listDomains.ts';
import { renderReport } from './examine.ts';
import { route } from '../../../routing/route.ts';

export const listDomainReportsRoute = route(
  operations.listDomainReports,
  async ({ app, caller: { project }, params }) => {
    const domain = await getDomain(app.db, project, params.domainId);
    const reports = await listReports(app.db, domain);
    return { status: 200, body: { reports: reports.map(renderReport) } };
  },
);
