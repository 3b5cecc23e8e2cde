import type { CreditReason, EventReceipt } from '@fairlead/contract/eventNumbers';
import type { EventSaidBy } from '@fairlead/contract/eventResources';
import { sql } from 'kysely';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Reading } from '#visits/numbers/openNumbers.ts';
import { creditedEvents } from './creditedEvents.ts';

interface Row {
  readonly event_id: string;
  readonly name: string;
  readonly at: Date;
  readonly said_by: EventSaidBy;
  readonly amount: number | null;
  readonly app_amount: number | null;
  readonly currency: string | null;
  readonly test: boolean;
  readonly rule: CreditReason | null;
  readonly person: string | null;
  readonly installation_id: string | null;
  readonly link_id: string | null;
  readonly title: string | null;
  readonly click_id: string | null;
  readonly reopened_id: string | null;
  readonly reopened_title: string | null;
  readonly reopened_click_id: string | null;
  readonly reopened_at: Date | null;
}

/** What an event is credited to now (Rule: events 6 and 9). NOT_FOUND if the project has none of that id. */
export async function findEventReceipt(
  reading: Pick<Reading, 'db' | 'events' | 'linksOfClicks'>,
  project: Pick<Project, 'id'>,
  eventId: string,
): Promise<EventReceipt> {
  const ids = [eventId];
  const credited = await creditedEvents(reading.db, reading, {
    project,
    ids,
    range: {},
    tests: true,
  });
  const { rows } = await sql<Row>`
    select event.*, links.id as link_id, coalesce(links.name, links.slug) as title,
      reopened.id as reopened_id, coalesce(reopened.name, reopened.slug) as reopened_title
    from ${credited} as event
      left join links on links.key = event.link_key
      left join links as reopened on reopened.key = event.reopened_link_key`.execute(reading.db);
  const [row] = rows;
  if (!row) throw new Problem('NOT_FOUND', 'There is no event with this id');
  const { currency } = row;
  const amount = row.amount ?? row.app_amount;
  return {
    eventId: row.event_id,
    name: row.name,
    at: row.at.toISOString(),
    saidBy: row.said_by,
    revenue: amount === null || currency === null ? null : { amount, currency },
    revenueCounts: row.amount !== null || amount === null,
    test: row.test,
    reason: reasonOf(row),
    install:
      row.link_id === null
        ? null
        : { linkId: row.link_id, title: row.title!, clickId: row.click_id },
    reengagement:
      row.reopened_id === null
        ? null
        : {
            linkId: row.reopened_id,
            title: row.reopened_title!,
            clickId: row.reopened_click_id,
            openedAt: row.reopened_at!.toISOString(),
          },
  };
}

function reasonOf({ rule, installation_id: installation, person }: Row): CreditReason {
  if (rule !== null) return rule;
  if (installation !== null) return 'organic';
  return person === null ? 'nobody' : 'unknown';
}
