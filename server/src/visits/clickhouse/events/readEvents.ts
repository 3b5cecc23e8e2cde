import type { EventSaidBy } from '@fairlead/contract/eventResources';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { saidBySql } from '../../clicks/facts/events.ts';
import { type EventDeletion, listDeletions } from '../../numbers/events/deletions.ts';
import type { EventsQuestion } from '../../numbers/events/EventStore.ts';
import type { ClickHouse } from '../connection/ClickHouse.ts';
import { ofProject, textLists } from '../connection/sqlText.ts';
import { relationOf } from '../relationOf.ts';
import { isAmong, isSelected } from './isSelected.ts';

/** Whom an event names. */
interface Names {
  readonly installation: string | null;
  readonly click_id: string | null;
  readonly customer_id: string | null;
}
const NAMES = 'installation, click_id, customer_id';
const NOBODY: Names = { installation: null, click_id: null, customer_id: null };

interface Answer extends Names {
  readonly event_id: string;
  readonly name: string;
  readonly at: string;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly quantity: number | null;
  readonly link_key: number | null;
  readonly test: boolean;
  readonly said_by: EventSaidBy;
}
type Row = Answer & { readonly transaction_id: string | null };

const SAID_BY = saidBySql('events');

/** A condition on `events`: whether this deletion is about others. */
const isLeftBy = (deletion: EventDeletion) => `NOT ${isSelected(deletion)}`;

/** SQL of PostgreSQL: `EventStore.events`, with the events that were found. */
export async function readEvents(
  ch: ClickHouse,
  db: Db,
  question: EventsQuestion,
): Promise<RawBuilder<unknown>> {
  const { project, ids, people, tests = false, deleted = false, ...selection } = question;
  const deletions = await listDeletions(db, project);
  const conditions = [
    ofProject(project.id),
    isSelected(selection),
    ...(deleted ? [] : deletions.map(isLeftBy)),
    ...(tests ? [] : ['NOT test']),
    ...(ids ? [isAmong('event_id', ids)] : []),
    ...(people ? [await ofPeople(db, people)] : []),
  ];
  const found = await ch.select<Omit<Row, 'said_by'> & { readonly speaker: EventSaidBy }>(`
    SELECT event_id, name, at, amount, currency, quantity, link_key, test, transaction_id, ${SAID_BY} AS speaker, ${NAMES}
    FROM events FINAL WHERE ${conditions.join(' AND ')}`);
  const rows = found.map(({ speaker, ...row }): Row => ({ ...row, said_by: speaker }));
  const named = await findNamed(ch, project, deletions, rows.flatMap(transactionOf));
  const answers = rows.map((row): Answer => {
    const others = transactionOf(row).map((transaction) => named.get(transaction) ?? NOBODY);
    return { ...row, ...others[0] };
  });
  return relationOf(answers, {
    event_id: 'text',
    name: 'text',
    at: 'timestamptz',
    amount: 'bigint',
    currency: 'text',
    quantity: 'integer',
    installation: 'text',
    click_id: 'uuid',
    customer_id: 'text',
    link_key: 'bigint',
    test: 'boolean',
    said_by: 'text',
  });
}

/** The transaction that says whose an event is which names nobody itself. */
function transactionOf(row: Row): string[] {
  const says = row.installation ?? row.click_id ?? row.customer_id ?? row.link_key;
  return says === null && row.transaction_id !== null ? [row.transaction_id] : [];
}

/** Whom the first events of these transactions name that name somebody. */
async function findNamed(
  ch: ClickHouse,
  project: EventsQuestion['project'],
  deletions: readonly EventDeletion[],
  transactions: readonly string[],
): Promise<Map<string, Names>> {
  const named = new Map<string, Names>();
  const left = deletions.map((deletion) => ` AND ${isLeftBy(deletion)}`).join('');
  for (const list of textLists([...new Set(transactions)])) {
    const rows = await ch.select<Names & { readonly transaction_id: string }>(`
      SELECT transaction_id, ${NAMES} FROM events FINAL
      WHERE ${ofProject(project.id)} AND transaction_id IN (${list})
        AND (installation IS NOT NULL OR click_id IS NOT NULL OR customer_id IS NOT NULL) AND NOT from_app${left}
      ORDER BY at, event_id LIMIT 1 BY transaction_id`);
    for (const { transaction_id: transaction, ...names } of rows) named.set(transaction, names);
  }
  return named;
}

/** People from which on their events are not told apart here. */
const MAX_PEOPLE = 2_000;

/** A condition on `events`, which is true at least of those that may be theirs. */
async function ofPeople(db: Db, people: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<Pick<Names, 'installation' | 'customer_id'>>`
    select distinct installation, customer_id from (${people}) as people limit ${MAX_PEOPLE + 1}`.execute(
    db,
  );
  if (rows.length > MAX_PEOPLE) return 'true';
  const ofOne = (['installation', 'customer_id'] as const).map((column) =>
    isAmong(
      column,
      rows.flatMap((row) => row[column] ?? []),
    ),
  );
  const namesNoPerson = 'installation IS NULL AND customer_id IS NULL';
  return `(link_key IS NOT NULL OR click_id IS NOT NULL OR ${namesNoPerson} OR ${ofOne.join(' OR ')})`;
}
