import { operations } from '@fairlead/contract';
import { readRange } from '#platform/lib/timeRange.ts';
import { getLinkResults } from '#visits/decision/results/getLinkResults.ts';
import { route } from '../../routing/route.ts';
import { getCallersLink } from '../links/managed/getCallersLink.ts';

export const getLinkResultsRoute = route(
  operations.getLinkResults,
  async ({ app, caller, params, query }) => {
    const link = await getCallersLink(app, caller, params.id);
    const question = { range: readRange(query.from, query.to), by: query.by ?? 'opens' };
    const body = await app.numbers.read(
      (reading) => getLinkResults(reading, link, question),
      'background',
    );
    return { status: 200, body };
  },
);
