import { sql, type RawBuilder } from 'kysely';
import { CLICK_FIELDS, type Term } from '../../clicks/facts/Click.ts';

/** SQL: the words of a fact as far as the project has them, `code` and `text`. */
export function wordsOf(projectId: string, fact: Term): RawBuilder<unknown> {
  return {
    routes: sql`select code, route as text from routes where project_id = ${projectId}`,
    referrers: sql`select code, host as text from referrers where project_id = ${projectId} or project_id is null`,
    terms: sql`select code, term as text from click_terms where dimension = ${fact}`,
  }[CLICK_FIELDS[fact].dictionary];
}
