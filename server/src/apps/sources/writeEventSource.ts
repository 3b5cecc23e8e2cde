import { finding, type Finding } from '@fairlead/contract/finding';
import { compileSchema, type CompiledSchema } from '@fairlead/contract/findings';
import { limitText } from '@fairlead/contract/limits';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { storableJson } from '#platform/lib/storableJson.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Accounts } from '#teams/accounts/createAccounts.ts';
import { seal } from '#teams/accounts/seal.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import { assertRoom } from '#teams/plans/assertRoom.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { Project } from '#teams/projects/Project.ts';
import { type EventSource, readEventSource } from './EventSource.ts';
import { SOURCE_KINDS } from './sourceKinds.ts';

interface SourceFields {
  readonly name: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly secret?: string;
  readonly testOnly?: boolean;
}
type NewSource = SourceFields & Pick<EventSource, 'kind'>;
type Sealing = Pick<Accounts, 'db' | 'auth'>;

const ROOM = {
  table: 'event_sources',
  limit: 'eventSources',
  message: `A project can have ${limitText('eventSources')} event sources; delete one first`,
} as const;

/** VALIDATION_ERROR for settings or a secret that do not fit the kind, CONFLICT if there are as many as there may be. */
export async function createEventSource(
  { db, auth }: Sealing,
  project: Project,
  actor: Actor,
  { kind, name, settings = {}, secret, testOnly = false }: NewSource,
): Promise<EventSource> {
  const findings = [...checkSettings(kind, settings), ...checkSecret(kind, settings, secret)];
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const sealed = secret === undefined ? null : await seal({ auth }, secret);
  return write(db, project, actor, 'event_source.created', async (tx) => {
    await assertRoom(tx, project, ROOM);
    return tx
      .insertInto('event_sources')
      .values({
        id: newId(),
        project_id: project.id,
        kind,
        name: name.trim(),
        settings: storableJson(settings),
        sealed,
        test_only: testOnly,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Omitted properties stay. Throws as creation does, and NOT_FOUND. */
export async function updateEventSource(
  { db, auth }: Sealing,
  project: Project,
  actor: Actor,
  id: string,
  { name, settings, secret, testOnly }: Partial<SourceFields>,
): Promise<EventSource> {
  const sealed = secret === undefined ? undefined : await seal({ auth }, secret);
  return write(db, project, actor, 'event_source.updated', async (tx) => {
    const before = await find(tx, project, id);
    const now = settings ?? before.settings;
    const findings = [
      ...checkSettings(before.kind, now),
      ...(secret === undefined ? [] : checkSecret(before.kind, now, secret)),
    ];
    if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
    return tx
      .updateTable('event_sources')
      .set({
        ...(name !== undefined && { name: name.trim() }),
        ...(settings !== undefined && { settings: storableJson(settings) }),
        ...(sealed !== undefined && { sealed }),
        ...(testOnly !== undefined && { test_only: testOnly }),
        problem: null,
        problem_at: null,
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Throws NOT_FOUND. */
export async function deleteEventSource(
  db: Db,
  project: Project,
  actor: Actor,
  id: string,
): Promise<void> {
  await write(db, project, actor, 'event_source.deleted', async (tx) => {
    const row = await tx
      .deleteFrom('event_sources')
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Problem('NOT_FOUND', 'Event source not found');
    return row;
  });
}

/** One after another in a project. */
function write(
  db: Db,
  project: Project,
  actor: Actor,
  action: `event_source.${string}`,
  work: (tx: Db) => Promise<Parameters<typeof readEventSource>[0]>,
): Promise<EventSource> {
  return changeProject(db, project, actor, (tx, record) =>
    lockLimits(tx, project, async (locked) => {
      const source = readEventSource(await work(locked));
      const { id, name, kind } = source;
      await record({ action, target: { kind: 'event_source', id, name }, details: { kind } });
      return source;
    }),
  );
}

async function find(db: Db, project: Project, id: string): Promise<EventSource> {
  const row = await db
    .selectFrom('event_sources')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('NOT_FOUND', 'Event source not found');
  return readEventSource(row);
}

const schemas = new Map<string, CompiledSchema>(
  Object.entries(SOURCE_KINDS).map(([kind, { settings }]) => [kind, compileSchema(settings)]),
);

function checkSettings(kind: EventSource['kind'], settings: EventSource['settings']): Finding[] {
  const found = schemas.get(kind)!.findings(settings, 'settings');
  const all = found.length > 0 ? found : (SOURCE_KINDS[kind].check?.(settings) ?? []);
  return all.map(({ field, code, message }) =>
    finding(['settings', ...field.split('.').filter(Boolean)], code, withinSettings(message)),
  );
}

const withinSettings = (message: string) =>
  message.startsWith('settings') ? message : `settings.${message}`;

function checkSecret(
  kind: EventSource['kind'],
  settings: EventSource['settings'],
  secret: string | undefined,
): Finding[] {
  const reader = SOURCE_KINDS[kind];
  if (!reader.takesSecret) {
    return secret === undefined
      ? []
      : [finding('secret', 'not_allowed', 'secret must be left out: this kind has none')];
  }
  if (secret === undefined) {
    return [finding('secret', 'required', 'secret is required: what the service signs with')];
  }
  if (checkSettings(kind, settings).length > 0) return [];
  const message = reader.checkSecret?.(secret, settings);
  return message === undefined ? [] : [finding('secret', 'format', message)];
}
