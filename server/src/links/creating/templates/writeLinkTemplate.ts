import { finding } from '@fairlead/contract/finding';
import { limitText } from '@fairlead/contract/limits';
import type { LinkTemplateFields } from '@fairlead/contract/operations/dashboard/linkTemplates';
import { sql } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import { assertRoom } from '#teams/plans/assertRoom.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { storableJson } from '#platform/lib/storableJson.ts';
import { newId } from '#platform/lib/uuid.ts';
import { checkLinkFields } from '../checkNewLink.ts';
import { checkUtm } from '../checkUtm.ts';
import { getFolderId } from '../../folders/findFolders.ts';
import { inFolderOf } from '../../folders/inFolderOf.ts';
import { findMissing } from '../../rules/findLoops.ts';
import { type LinkTemplate, readLinkTemplate } from './LinkTemplate.ts';

const ROOM = {
  table: 'link_templates',
  limit: 'linkTemplates',
  message: `A project can have ${limitText('linkTemplates')} templates; delete one first`,
} as const;

interface TemplateContent {
  readonly name: string;
  readonly fields: LinkTemplateFields;
}

/** VALIDATION_ERROR for fields that no link could have, CONFLICT if there is one of this name, or as many as there may be. */
export async function createLinkTemplate(
  db: Db,
  project: Project,
  actor: Actor,
  { name, fields }: TemplateContent,
): Promise<LinkTemplate> {
  const placed = await placedFields(db, project, fields);
  return write(db, project, actor, placed, async (tx) => {
    await assertFree(tx, project, name.trim());
    await assertRoom(tx, project, ROOM);
    const row = await tx
      .insertInto('link_templates')
      .values({
        id: newId(),
        project_id: project.id,
        name: name.trim(),
        fields: storableJson(placed),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { action: 'template.created', template: readLinkTemplate(row) };
  });
}

/** Omitted properties stay. Throws as creation does, and NOT_FOUND. */
export async function updateLinkTemplate(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
  { name, fields }: Partial<TemplateContent>,
): Promise<LinkTemplate> {
  const placed = fields && (await placedFields(db, project, fields));
  return write(db, project, actor, placed, async (tx) => {
    if (name !== undefined) await assertFree(tx, project, name.trim(), id);
    const row = await tx
      .updateTable('link_templates')
      .set({
        // So that a change of nothing is one too.
        project_id: project.id,
        ...(name !== undefined && { name: name.trim() }),
        ...(placed !== undefined && { fields: storableJson(placed) }),
      })
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Problem('NOT_FOUND', 'Template not found');
    return { action: 'template.updated', template: readLinkTemplate(row) };
  });
}

/** Throws NOT_FOUND. */
export async function deleteLinkTemplate(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
): Promise<void> {
  await write(db, project, actor, undefined, async (tx) => {
    const row = await tx
      .deleteFrom('link_templates')
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Problem('NOT_FOUND', 'Template not found');
    return { action: 'template.deleted', template: readLinkTemplate(row) };
  });
}

interface Written {
  readonly action: `template.${string}`;
  readonly template: LinkTemplate;
}

/** One after another in a project. */
function write(
  db: Db,
  project: Project,
  actor: Actor,
  fields: PlacedFields | undefined,
  work: (tx: Db) => Promise<Written>,
): Promise<LinkTemplate> {
  return changeProject(db, project, actor, (tx, record) =>
    lockLimits(tx, project, (locked) =>
      inFolderOf(
        locked,
        project,
        // A template of no folder takes no link out of one.
        { author: actor, folderId: fields?.folder ?? undefined, within: 'fields' },
        async (inner) => {
          const { action, template } = await work(inner);
          const { id, name } = template;
          await record({ action, target: { kind: 'template', id, name } });
          return template;
        },
      ),
    ),
  );
}

/** With the folder's id. */
type PlacedFields = Omit<LinkTemplateFields, 'folder'> & { readonly folder?: string | null };

async function placedFields(
  db: Db,
  project: Project,
  fields: LinkTemplateFields,
): Promise<PlacedFields> {
  await assertSound(db, project, fields);
  const folder = await getFolderId(db, project, fields, 'fields');
  return { ...fields, ...(folder !== undefined && { folder }) };
}

async function assertSound(db: Db, project: Project, fields: LinkTemplateFields): Promise<void> {
  const findings = [
    ...checkLinkFields(fields),
    ...checkUtm(project, fields),
    ...(await findMissing(db, project, fields)),
  ];
  if (findings.length === 0) return;
  const placed = findings.map(({ field, code, message }) =>
    finding(['fields', ...field.split('.')], code, `fields.${message}`),
  );
  throw new Problem('VALIDATION_ERROR', placed);
}

async function assertFree(db: Db, project: Project, name: string, but?: string): Promise<void> {
  const taken = await db
    .selectFrom('link_templates')
    .select('id')
    .where('project_id', '=', project.id)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  if (taken === undefined || taken.id === but?.toLowerCase()) return;
  throw new Problem('CONFLICT', `There is a template “${name}” already; choose another name`);
}
