import { sql, type RawBuilder } from 'kysely';
import type { Project } from '#teams/projects/Project.ts';
import type { Term } from '../clicks/facts/Click.ts';
import { snakeCase } from '../clicks/facts/factColumns.ts';
import { projectNumber } from '../clicks/facts/projectNumber.ts';
import { wordsOf } from './reading/wordsOf.ts';

/**
 * SQL: `ClickStore.linksOfClicks`. Each click is looked up: a join would be planned with all clicks of all times. So are the texts, once
 * for each code.
 */
export function linksOfClicks(
  project: Pick<Project, 'id'>,
  candidates: RawBuilder<unknown>,
  facts: readonly Term[] = [],
): RawBuilder<unknown> {
  const codes = facts.map((fact) => sql`${sql.ref(`clicks.${snakeCase(fact)}`)}`);
  const texts = facts.map((fact) => sql`${sql.ref(`${fact}Word.text`)} as ${sql.ref(fact)}`);
  const words = facts.map(
    (fact) =>
      sql`left join (${wordsOf(project.id, fact)}) as ${sql.ref(`${fact}Word`)}
        on ${sql.ref(`${fact}Word.code`)} = ${sql.ref(`found.${snakeCase(fact)}`)}`,
  );
  return sql`(
    select ${sql.join([sql`click_id`, sql`link_key`, ...texts])}
    from (select distinct click_id from (${candidates}) as named) as candidate
      left join lateral (
        select ${sql.join([sql`link_key`, ...codes])} from clicks
        where clicks.id = candidate.click_id and project_number = ${projectNumber(project.id)}
        offset 0
      ) as found on true
      ${sql.join(words, sql` `)})`;
}
