import { finding, type Finding } from '@fairlead/contract/finding';
import { FactsQuery } from '@fairlead/contract/operations/analytics';
import type { ExportRequest } from '@fairlead/contract/operations/exports';
import { LinkSelection } from '@fairlead/contract/linkFilters';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';

const OF_CLICKS = ['linkId', ...Object.keys(FactsQuery)];
const OF_LINKS = [...Object.keys(LinkSelection), 'sortBy', 'sortOrder'];

/** What of a request its kind does not know, rather than a file that is not what was asked for. */
export function findMisplaced(request: Partial<ExportRequest>): Finding[] {
  const ofClicks = request.kind === 'clicks';
  const misplaced = new Set(ofClicks ? OF_LINKS : OF_CLICKS);
  const message = ofClicks
    ? 'does not apply to clicks; leave it out, or name one link by linkId'
    : 'applies to clicks alone; set kind to clicks, or leave it out';
  return Object.keys(request)
    .filter((field) => misplaced.has(field))
    .map((field) => finding(field, 'not_allowed', `${field} ${message}`));
}

/** VALIDATION_ERROR for what does not fit its kind, and for a link that the project does not have. */
export async function checkExport(
  db: Db,
  project: Pick<Project, 'id'>,
  request: ExportRequest,
): Promise<void> {
  const findings = findMisplaced(request);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  if (request.linkId === undefined) return;
  const link = await db
    .selectFrom('links')
    .select('id')
    .where('project_id', '=', project.id)
    .where('id', '=', request.linkId)
    .executeTakeFirst();
  if (link) return;
  const message = 'linkId must be the id of a link of the project';
  throw new Problem('VALIDATION_ERROR', finding('linkId', 'unknown', message));
}
