import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';

/** What a source says of a customer. */
export interface SecondNames {
  readonly customerId: string;
  /** Ids from before signing in, by which events may call the customer. */
  readonly names: readonly string[];
  readonly at: Date;
}

/**
 * Keeps second names: from then on events that name one are the customer's (`secondNames`), whenever and however often it is said. What is
 * known already is not written again.
 */
export async function nameCustomer(
  db: Db,
  project: Pick<Project, 'id'>,
  { customerId, names, at }: SecondNames,
): Promise<void> {
  if (names.length === 0) return;
  const meant = (condition: ReturnType<typeof sql>, order: ReturnType<typeof sql>) => sql`
    select customer_id from customer_names as known
    where known.project_id = ${project.id} and known.name = said.name and ${condition}
    order by ${order} limit 1`;
  const before = meant(sql`since <= ${at}::timestamptz`, sql`since desc`);
  const after = meant(sql`since > ${at}::timestamptz`, sql`since`);
  await sql`
    insert into customer_names (project_id, name, since, customer_id)
    select ${project.id}, said.name, ${at}::timestamptz, ${customerId}
    from (select distinct unnest(${[...names]}::text[]) as name) as said
    where coalesce((${before}), (${after})) is distinct from ${customerId}
    on conflict (project_id, name, since) do nothing`.execute(db);
}
