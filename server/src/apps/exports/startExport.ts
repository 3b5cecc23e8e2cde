import type { ExportRequest } from '@fairlead/contract/operations/exports';
import type { Kysely, Transaction } from 'kysely';
import type { Numbers } from '#visits/numbers/openNumbers.ts';
import type { Db } from '#platform/db/Db.ts';
import type { User } from '#teams/accounts/users/User.ts';
import type { Database } from '#platform/db/schema.ts';
import { actorOf } from '#teams/audit/actorOf.ts';
import { recordAudit } from '#teams/audit/recordAudit.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { storableJson } from '#platform/lib/storableJson.ts';
import { newId } from '#platform/lib/uuid.ts';
import { getPlan, type Plans } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Queue } from '#platform/queue/createQueue.ts';
import { type Export, readExport } from './Export.ts';
import { checkExport } from './checkExport.ts';
import { orderBounds } from './orderBounds.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly queue: Queue;
  readonly plans: Plans;
  readonly numbers: Pick<Numbers, 'settle'>;
}

/**
 * How many exports of one project may wait or run: enough for a few people, and too few to keep other projects waiting
 * for long.
 */
export const MAX_RUNNING_EXPORTS = 10;

/**
 * Records an export, its job and its audit log entry in one transaction. VALIDATION_ERROR for what its kind does not know, PAYMENT_REQUIRED if the plan has no exports, RATE_LIMITED while the
 * maximum number is in progress.
 */
export async function startExport(
  { db, queue, plans, numbers }: Dependencies,
  project: Project,
  user: User,
  request: ExportRequest,
): Promise<Export> {
  const plan = getPlan(plans, project.plan);
  if (!plan.limits.exports) {
    throw new Problem(
      'PAYMENT_REQUIRED',
      `Exports are part of paid plans; the project is on the plan ${plan.name}`,
    );
  }
  await checkExport(db, project, request);
  const start = async (trx: Transaction<Database>) => {
    await checkUnderWay(trx, project);
    const row = await trx
      .insertInto('exports')
      .values({
        id: newId(),
        project_id: project.id,
        user_id: user.id,
        status: 'pending',
        filters: storableJson({ ...orderBounds(request) }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await queue.send(trx, 'run-export', { projectId: project.id, exportId: row.id });
    await recordAudit(trx, project, actorOf(user), {
      action: 'export.started',
      target: { kind: 'export', id: row.id, name: request.kind ?? 'links' },
      details: row.filters,
    });
    return readExport(row);
  };
  // The process that makes the file waits for its own clicks only.
  return numbers.settle(() => db.transaction().execute(start));
}

async function checkUnderWay(db: Db, project: Project): Promise<void> {
  const rows = await db
    .selectFrom('exports')
    .select('id')
    .where('project_id', '=', project.id)
    .where('status', 'in', ['pending', 'processing'])
    .limit(MAX_RUNNING_EXPORTS)
    .execute();
  if (rows.length < MAX_RUNNING_EXPORTS) return;
  throw new Problem(
    'RATE_LIMITED',
    `${MAX_RUNNING_EXPORTS} exports of the project are under way; wait for one to end, or cancel one`,
    { 'retry-after': '10' },
  );
}
