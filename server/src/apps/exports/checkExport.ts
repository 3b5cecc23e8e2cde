import { finding, type Finding } from '@fairlead/contract/finding';
import { FactsQuery } from '@fairlead/contract/operations/analytics';
import type { ExportRequest } from '@fairlead/contract/operations/exports';
import { LinkSelection } from '@fairlead/contract/linkFilters';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';

const FACTS = Object.keys(FactsQuery);
const OF_LINKS = [...Object.keys(LinkSelection), 'sortBy', 'sortOrder'];
const OF_ROWS = 'leave it out, or name one link by linkId';
const OF_CLICKS = 'applies to clicks alone; set kind to clicks, or leave it out';
const OF_EVENTS = 'applies to events alone; set kind to events, or leave it out';
const SAID_BY = [['saidBy'], OF_EVENTS] as const;

/** The fields that a kind does not know, and the cure. */
const MISPLACED: Readonly<
  Record<
    NonNullable<ExportRequest['kind']>,
    readonly (readonly [fields: readonly string[], cure: string])[]
  >
> = {
  links: [[['linkId', ...FACTS], OF_CLICKS], SAID_BY],
  routes: [[['linkId', ...FACTS], OF_CLICKS], SAID_BY],
  clicks: [[OF_LINKS, `does not apply to clicks; ${OF_ROWS}`], SAID_BY],
  events: [
    [OF_LINKS, `does not apply to events; ${OF_ROWS}`],
    [FACTS, OF_CLICKS],
  ],
};

/** What of a request its kind does not know, rather than a file that is not what was asked for. */
export function findMisplaced(request: Partial<ExportRequest>): Finding[] {
  return MISPLACED[request.kind ?? 'links'].flatMap(([fields, cure]) =>
    Object.keys(request)
      .filter((field) => fields.includes(field))
      .map((field) => finding(field, 'not_allowed', `${field} ${cure}`)),
  );
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
