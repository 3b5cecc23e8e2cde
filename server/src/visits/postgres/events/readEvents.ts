import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { saidBySql } from '../../clicks/facts/events.ts';
import { projectNumber } from '../../clicks/facts/projectNumber.ts';
import { type EventDeletion, listDeletions } from '../../numbers/events/deletions.ts';
import type { EventsQuestion } from '../../numbers/events/EventStore.ts';
import { isSelected } from './isSelected.ts';

const COLUMNS = sql`${sql.raw(saidBySql('own'))} as said_by, own.event_id, own.name, own.at, own.amount, own.currency, own.quantity, own.test,
  own.installation, own.click_id, own.customer_id, own.link_key, own.transaction_id`;

/** SQL: `EventStore.events`. */
export async function readEvents(db: Db, question: EventsQuestion): Promise<RawBuilder<unknown>> {
  const { project, people, deleted = false } = question;
  const deletions = await listDeletions(db, project);
  const asked = { ...question, deletions: deleted ? [] : deletions };
  const own = people ? ofPeople(asked, people) : which(asked, sql`true`);
  // Each is looked up: there are few that name nobody, and a join would be planned with all events of all times.
  return sql`(
    select own.event_id, own.name, own.at, own.amount, own.currency, own.quantity, own.link_key, own.test, own.said_by,
      coalesce(own.installation, named.installation) as installation,
      coalesce(own.click_id, named.click_id) as click_id,
      coalesce(own.customer_id, named.customer_id) as customer_id
    from (${own}) as own left join lateral (
      select installation, click_id, customer_id from events as other
      where project_number = ${projectNumber(project.id)} and transaction_id = own.transaction_id
        and num_nonnulls(own.installation, own.click_id, own.customer_id, own.link_key) = 0
        and num_nonnulls(installation, click_id, customer_id) > 0 and not from_app
        and ${isLeft('other', deletions)}
      order by at, event_id limit 1
    ) as named on true)`;
}

interface Asked extends EventsQuestion {
  readonly deletions: readonly EventDeletion[];
}

/** SQL: whether nobody has deleted a row. */
function isLeft(alias: string, deletions: readonly EventDeletion[]): RawBuilder<boolean> {
  const conditions = deletions.map((deletion) => sql`not ${isSelected(alias, deletion)}`);
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** SQL: the rows, named `own`, that are asked for and fit a condition. */
function which(
  { project, ids, tests = false, deletions, ...selection }: Asked,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = [
    sql`own.project_number = ${projectNumber(project.id)}`,
    isSelected('own', selection),
    isLeft('own', deletions),
    ...(tests ? [] : [sql`not own.test`]),
    ...(ids ? [sql`own.event_id = any(${ids}::text[])`] : []),
    condition,
  ];
  return sql`select ${COLUMNS} from events as own where ${sql.join(conditions, sql` and `)}`;
}

/** SQL: those that may be theirs. Each part is found by an index, for each person, whatever is expected of their number. */
function ofPeople(question: Asked, people: RawBuilder<unknown>): RawBuilder<unknown> {
  const named = (by: 'installation' | 'customer_id') => sql`
    select own.*
    from (${people}) as people
      cross join lateral (${which(question, sql`${sql.ref(`own.${by}`)} = ${sql.ref(`people.${by}`)}`)} offset 0) as own`;
  const parts = [
    which(question, sql`own.link_key is not null`),
    which(question, sql`own.click_id is not null`),
    which(
      question,
      sql`own.transaction_id is not null and num_nonnulls(own.installation, own.customer_id) = 0`,
    ),
    named('installation'),
    named('customer_id'),
  ];
  return sql`
    select distinct on (event_id) * from (${sql.join(parts, sql` union all `)}) as own`;
}
