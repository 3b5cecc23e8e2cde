import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Installation } from './Installation.ts';

/** Who says it: the app itself, with a key that anyone can read, or a server with a secret key. */
type SaidBy = 'app' | 'server';

type Named = Pick<Installation, 'id' | 'projectId'>;

interface Saying {
  readonly saidBy: SaidBy;
  /** Of an app: with a proof that the project's server had made. */
  readonly proved?: boolean;
  readonly at?: Date;
}

/**
 * Says whose an installation is from now on; null: nobody's. What it was before is kept (Rule: sessions 5). A customer whom a server has named is
 * moved by no app: what an app says of them on another installation is kept, and decides nothing. False if the installation has been erased.
 */
export async function setCustomer(
  db: Db,
  installation: Named,
  customerId: string | null,
  { saidBy, proved = false, at = new Date() }: Saying,
): Promise<boolean> {
  // Apps say it at every start.
  if (customerId !== null && isSaid(await findOpen(db, installation), customerId, saidBy))
    return true;
  return inTransaction(db, async (tx) => {
    // Sayings of one installation take turns, and it is not erased meanwhile.
    const locked = await sql`
      select from installations where id = ${installation.id} and project_id = ${installation.projectId}
      for no key update`.execute(tx);
    if (locked.rows.length === 0) return false;
    if (!isSaid(await findOpen(tx, installation), customerId, saidBy)) {
      const moment = await endOpen(tx, installation, at);
      if (customerId !== null) {
        await begin(tx, installation, { customerId, saidBy, proved, moment });
      }
    }
    await tx
      .updateTable('installations')
      .set({ customer_id: customerId })
      .where('id', '=', installation.id)
      .where('customer_id', 'is distinct from', customerId)
      .execute();
    return true;
  });
}

interface OpenPeriod {
  readonly customer_id: string;
  readonly said_by: SaidBy;
}

/** Whether it has been said by somebody whose word counts as much. */
function isSaid(open: OpenPeriod | undefined, customerId: string | null, saidBy: SaidBy): boolean {
  if (open === undefined) return customerId === null;
  return open.customer_id === customerId && (saidBy === 'app' || open.said_by === 'server');
}

function findOpen(db: Db, { id, projectId }: Named): Promise<OpenPeriod | undefined> {
  return db
    .selectFrom('customer_periods')
    .select(['customer_id', 'said_by'])
    .where('installation_id', '=', id)
    .where('project_id', '=', projectId)
    .where('until', 'is', null)
    .executeTakeFirst();
}

/** The moment, later than all that was said of the installation, as text: a `Date` has no microseconds. */
async function endOpen(tx: Db, { id }: Named, at: Date): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select greatest(${at}::timestamptz, max(since) + interval '1 microsecond')::text as moment
    from customer_periods where installation_id = ${id}`.execute(tx);
  const { moment } = rows[0]!;
  await sql`
    update customer_periods set until = ${moment}::timestamptz
    where installation_id = ${id} and until is null`.execute(tx);
  return moment;
}

interface NewPeriod {
  readonly customerId: string;
  readonly saidBy: SaidBy;
  readonly proved: boolean;
  readonly moment: string;
}

async function begin(
  tx: Db,
  { id, projectId }: Named,
  { customerId, saidBy, proved, moment }: NewPeriod,
): Promise<void> {
  // Sayings about one customer take turns: a server's is not missed by an app's of the same moment.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${projectId} ${customerId}`}, 0))`.execute(
    tx,
  );
  const byServer = (installation: ReturnType<typeof sql>) => sql`exists (
    select from customer_periods as named
    where named.project_id = ${projectId} and named.customer_id = ${customerId}
      and named.said_by = 'server' and named.installation_id ${installation})`;
  if (saidBy === 'server') {
    // What apps have said of the customer counts until now, where a server has never confirmed it.
    await sql`
      update customer_periods as said set outranked_at = ${moment}::timestamptz
      where project_id = ${projectId} and customer_id = ${customerId} and said_by = 'app'
        and outranked_at is null and coalesce(until, 'infinity') > ${moment}::timestamptz
        and installation_id <> ${id} and not ${byServer(sql`= said.installation_id`)}`.execute(tx);
  }
  await sql`
    insert into customer_periods (installation_id, since, project_id, customer_id, said_by, proved, outranked_at)
    values (${id}, ${moment}::timestamptz, ${projectId}, ${customerId}, ${saidBy}, ${saidBy === 'app' ? proved : null}::boolean, case
      when ${saidBy === 'app'} and ${byServer(sql`<> ${id}`)} and not ${byServer(sql`= ${id}`)}
      then ${moment}::timestamptz end)`.execute(tx);
}
