import { type Finding, finding } from '@fairlead/contract/finding';
import { LIMITS } from '@fairlead/contract/limits';
import type {
  ChangeExample,
  LinksChange,
  ReplaceText,
} from '@fairlead/contract/operations/dashboard/linkBulk';
import { sql } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { lowestIdAt } from '#platform/lib/uuid.ts';
import type { Project } from '#teams/projects/Project.ts';
import { deleteProjectLinks } from './deleteProjectLinks.ts';
import { checkUtm } from '../creating/checkUtm.ts';
import { countMatches, type LinkFilter, linksWhere } from '../finding/linkFilter.ts';
import { selectLive } from '../finding/selectLive.ts';
import { checkRules } from '../rules/checkRules.ts';
import { findMissing } from '../rules/findLoops.ts';
import { findPrintedTargets } from '../rules/printedTargets.ts';
import { type Link, readLink } from '../link/Link.ts';
import { type RefusedLink, refusePrinted, withinReach } from './changeLinks.ts';
import { exampleOf, planReplacement } from './many/planReplacement.ts';
import { restoreProjectLinks } from './restoreProjectLinks.ts';
import { copyTagColor } from './setTagColor.ts';
import { updateProjectLinks } from './updateProjectLinks.ts';

interface ChangeInput {
  readonly filter: LinkFilter;
  /** Links created from then on are not meant. */
  readonly asOf: Date | undefined;
  /** The most links that may match. */
  readonly expected: number;
  readonly change: LinksChange;
  /** The last link of the step before. */
  readonly after: string | undefined;
  /** Only says what would be changed. */
  readonly preview?: boolean | undefined;
}

interface Changed {
  readonly changed: readonly { readonly id: string }[];
  readonly refused: readonly RefusedLink[];
  /** In the histories of the links that an update has changed. */
  readonly changeId: string | null;
  /** Of a preview: what the first links would become. */
  readonly examples?: ChangeExample[];
}

interface ChangedLinks extends Changed {
  /** Links that this step looked at. */
  readonly examined: number;
  /** The last link of this step, if there are more. */
  readonly next: string | null;
}

/**
 * One step of a change of all links that match a filter, newest first: what is created meanwhile is left alone. `limit`
 * is the number of links that the plan allows (null: any). Throws CONFLICT if more links match than expected.
 */
export async function changeProjectLinks(
  db: Db,
  project: Project,
  actor: Actor,
  { filter, asOf, expected, change, after, preview = false }: ChangeInput,
  limit: number | null,
): Promise<ChangedLinks> {
  const findings = [
    ...checkChange(change, preview),
    ...checkUtm(project, change),
    ...(await findMissing(db, project, change)),
  ];
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const meant = { ...filter, before: after ?? (asOf && lowestIdAt(asOf.getTime())) };
  if (after === undefined) {
    await assertExpected(db, project, meant, expected);
    if (change.renameTag) await copyTagColor(db, project, change.renameTag);
  }
  const ids = await listIds(db, project, meant);
  const next = ids.length === LIMITS.changeStep ? (ids.at(-1) ?? null) : null;
  if (ids.length === 0) return { examined: 0, ...NOTHING, next };
  const done =
    preview && change.replaceText
      ? await tryReplacing(db, project, actor, ids, change.replaceText)
      : await apply(db, project, actor, { ids, change, limit });
  return { examined: ids.length, ...done, next };
}

const NOTHING: Changed = { changed: [], refused: [], changeId: null };

interface Step {
  readonly ids: readonly string[];
  readonly change: LinksChange;
  readonly limit: number | null;
}

async function apply(
  db: Db,
  project: Project,
  actor: Actor,
  { ids, change, limit }: Step,
): Promise<Changed> {
  if (change.deleted === true) {
    const { changed, refused } = await deleteProjectLinks(db, project, actor, ids);
    return { ...NOTHING, changed, refused };
  }
  if (change.deleted === false) {
    const { restored, refused } = await restoreProjectLinks(db, project, actor, ids, limit);
    return { ...NOTHING, changed: restored, refused };
  }
  return updateProjectLinks(db, project, actor, ids, change);
}

async function tryReplacing(
  db: Db,
  project: Project,
  actor: Actor,
  ids: readonly string[],
  replacement: ReplaceText,
): Promise<Changed> {
  const rows = await selectLive(db, project, ids).execute();
  const { drafts, ...wanted } = await planReplacement(db, project, rows.map(readLink), replacement);
  const { accepted, refused = [] } = await withinReach(db, project, actor, wanted);
  const targets = await findPrintedTargets(db, project);
  const isPrinted = (link: Link) => link.printed || targets.has(link.slug);
  const changed = accepted.filter((link) => !isPrinted(link));
  const isChanged = new Set(changed);
  return {
    changed,
    refused: [...refused, ...accepted.filter(isPrinted).map(refusePrinted)],
    changeId: null,
    examples: drafts
      .filter(({ link }) => isChanged.has(link))
      .slice(0, LIMITS.changeExamples)
      .map(exampleOf),
  };
}

/** One change at a time, so that each can be undone. */
function checkChange(change: LinksChange, preview: boolean): Finding[] {
  if (preview && change.replaceText === undefined) {
    const message = 'preview is possible with change.replaceText alone; leave it out';
    return [finding('preview', 'not_allowed', message)];
  }
  if (Object.keys(change).length === 1) {
    return checkRules(change).map(({ field, code, message }) =>
      finding(['change', ...field.split('.')], code, `change.${message}`),
    );
  }
  const message =
    'change must have exactly one of addTag, removeTag, renameTag, folder, archived, expiresAt, rules, variants, replaceText, undo and deleted';
  return [finding('change', 'not_allowed', message)];
}

async function assertExpected(
  db: Db,
  project: Project,
  filter: LinkFilter,
  expected: number,
): Promise<void> {
  const count = await countMatches(db, project, filter);
  if (count <= expected) return;
  throw new Problem(
    'CONFLICT',
    `${count.toLocaleString('en-US')} links match now, not ${expected.toLocaleString('en-US')}; load the list again and look at it before you repeat this`,
  );
}

async function listIds(db: Db, project: Project, filter: LinkFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from links where ${linksWhere(project.id, filter)}
    order by id desc limit ${LIMITS.changeStep}`.execute(db);
  return rows.map(({ id }) => id);
}
