import type { EventSourceKind } from '@fairlead/contract/operations/dashboard/eventSources';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** A service that sends events to a project. */
export interface EventSource {
  readonly id: string;
  readonly kind: EventSourceKind;
  readonly name: string;
  /** As the schema of its kind wants them. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly testOnly: boolean;
  readonly createdAt: Date;
  readonly lastReceivedAt: Date | null;
  readonly lastProblem: { readonly at: Date; readonly message: string } | null;
}

export function readEventSource(row: Selectable<Database['event_sources']>): EventSource {
  return {
    id: row.id,
    kind: row.kind as EventSourceKind,
    name: row.name,
    settings: row.settings,
    testOnly: row.test_only,
    createdAt: row.created_at,
    lastReceivedAt: row.received_at,
    lastProblem:
      row.problem === null || row.problem_at === null
        ? null
        : { at: row.problem_at, message: row.problem },
  };
}
