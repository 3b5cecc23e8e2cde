import type { RawBuilder } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Plans } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { EventSelection } from './deletions.ts';

/**
 * Where events are stored, which is where clicks are (ADR 30); a batch's events are stored with its clicks (`ClickStore.openTarget`). Every
 * answer has all events of batches whose `load` resolved before, each `eventId` of a project once: as a server or a source said it first, and
 * as an app said it first where none of them did (Rule: events 15).
 *
 * Whose events they are is for `#apps/events` to say: a store has no notion of installations, customers and credit. `db` is the caller's
 * connection or transaction: a store in PostgreSQL answers from its snapshot.
 */
export interface EventStore {
  /**
   * SQL: a relation `event_id, name, at, amount, currency, quantity, installation, click_id, customer_id, link_key, test, said_by`, unique by
   * `event_id`: the events of a project, without test events unless they are asked for. One that names nobody has the installation, click and
   * customer that the first event of its transaction names which no app said (by time and id), in or out of the range. Events that
   * somebody has deleted are none. `link_key`: what it was credited to when its person was erased.
   */
  events(db: Db, question: EventsQuestion): Promise<RawBuilder<unknown>>;

  /**
   * Takes the people out of events: a relation `event_id, link_key`, read once. Installation, click, customer, transaction, items and
   * properties go, of test events too; `link_key` is kept with the event. Resolves when nobody can read them any more, or will not once `tx` is committed.
   */
  forget(tx: Db, project: Pick<Project, 'id'>, events: RawBuilder<unknown>): Promise<void>;

  /**
   * Deletes the events that plan or project no longer keep, which is as long as clicks, those of deleted projects, and those that people have
   * deleted and cannot bring back any more. Called by the nightly job.
   */
  expire(plans: Plans, options?: { readonly now?: Date }): Promise<void>;
}

export interface EventsQuestion extends EventSelection {
  readonly project: Pick<Project, 'id'>;
  /**
   * SQL: a relation `installation, customer_id`, of the texts by which events name some people. Events that name an installation or a customer, no
   * click, and none of these may be left out: a reader of some people alone has less to join.
   */
  readonly people?: RawBuilder<unknown> | undefined;
  /** Only events with these ids. */
  readonly ids?: readonly string[] | undefined;
  /** With test events: to erase a person, or to explain one. */
  readonly tests?: boolean | undefined;
  /** With events that somebody has deleted and may bring back: to erase a person. */
  readonly deleted?: boolean | undefined;
}
