import {
  type ExplainedVisit,
  explainLink,
  explainUrl,
} from '@fairlead/contract/operations/explain';
import { SIMULATED_VISITORS } from '@fairlead/contract/simulatedVisitors';
import { CommandError } from '../../CommandError.ts';
import { findLink, LINK } from '../../account/findLink.ts';
import { command } from '../../command.ts';
import { findNearest } from '../../findNearest.ts';
import { renderColumns } from '../../terminal/renderColumns.ts';

export const explain = command({
  name: 'link explain',
  summary: 'Show what a link does for each kind of visitor, and what is misconfigured',
  parameters: [LINK],
  options: {
    as: { kind: 'text', value: 'VISITOR', help: 'one kind of visitor, such as ios-instagram' },
  },
  audience: 'both',
  async run({ account }, { as }, [url = '']) {
    const only = readVisitor(as);
    const me = await account({ operator: true });
    if (me.kind === 'operator') return me.call(explainUrl, { query: { url, ...only } });
    const { id } = await findLink(me, url);
    const query = { ...only, ...(url.includes('?') && { query: url.slice(url.indexOf('?') + 1) }) };
    return me.call(explainLink, {
      params: { projectId: await me.projectId(), linkId: id },
      query,
    });
  },
  render: ({ shortUrl, type, visits, findings }) => [
    `${shortUrl} (${type})`,
    ...findings.map(({ severity, message }) => `${severity}: ${message}`),
    ...visits.flatMap((visit) => ['', ...renderVisit(visit)]),
  ],
});

/** A kind of visitor by its name; throws a CommandError for one that there is not. */
export function readVisitor(as: string | undefined) {
  const visitor = SIMULATED_VISITORS.find((name) => name === as);
  if (as !== undefined && visitor === undefined) throw new CommandError(2, describeUnknown(as));
  return visitor !== undefined && { as: visitor };
}

function describeUnknown(as: string): string {
  const nearest = findNearest(as, SIMULATED_VISITORS);
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return `There is no visitor "${as}".${hint} There are: ${SIMULATED_VISITORS.join(', ')}.`;
}

export function renderVisit(visit: ExplainedVisit): string[] {
  const { as, title, page, status, reason, opens, fallback, storeUrl, countedAs, notes } = visit;
  const rows: [string, string][] = [
    ['gets', `${page} (${status})`],
    ['because', reason],
    ...(opens === null ? [] : [['opens', opens] satisfies [string, string]]),
    ['without app', fallback ?? 'nowhere'],
    ...(storeUrl === null ? [] : [['store', storeUrl] satisfies [string, string]]),
    ['counted as', countedAs === 'none' ? 'nothing' : countedAs],
    ...notes.map((note): [string, string] => ['note', note]),
  ];
  return [`${title} (${as})`, ...renderColumns(rows)];
}
