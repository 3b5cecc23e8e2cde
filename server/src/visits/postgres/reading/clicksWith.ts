import { sql, type RawBuilder } from 'kysely';
import type { Project } from '#teams/projects/Project.ts';
import { CLICK_SOURCE, type ClickFacts, COUNTED_FIELDS } from '../../clicks/facts/Click.ts';
import { snakeCase } from '../../clicks/facts/factColumns.ts';
import type { OnlyRows } from './countLinks.ts';
import { wordsOf } from './wordsOf.ts';

/** SQL: rows of `clicks` of the project that have these facts. */
export function clicksWith(project: Pick<Project, 'id'>, facts: ClickFacts): RawBuilder<boolean> {
  return haveAll(
    project,
    facts,
    (words, column) => sql`not exists (select from ${words} where code = ${column})`,
  );
}

/** SQL: there is none of the words, which are a relation, in a column. */
type Absence = (words: RawBuilder<unknown>, column: RawBuilder<unknown>) => RawBuilder<unknown>;

function haveAll(
  { id }: Pick<Project, 'id'>,
  { source, ...facts }: ClickFacts,
  isUnknown: Absence,
): RawBuilder<boolean> {
  const conditions = COUNTED_FIELDS.map((fact) => {
    if (fact === 'source') return source ? sql`clicks.source = ${CLICK_SOURCE[source]}` : sql`true`;
    const text = facts[fact];
    if (text === undefined) return sql`true`;
    const column = sql.ref(`clicks.${snakeCase(fact)}`);
    const words = sql`(${wordsOf(id, fact)}) as word`;
    // What the code stood for may be gone: then it is not known any more.
    return text === null
      ? isUnknown(words, column)
      : sql`${column} = any(array(select code from ${words} where text = ${text}))`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** SQL: rows of clicks that have these facts, and of their opens. */
export function rowsWith(project: Pick<Project, 'id'>, facts: ClickFacts): OnlyRows {
  return { clicks: clicksWith(project, facts), opens: ofClicksWith(project, facts) };
}

/**
 * SQL: a condition on `click_id` (`ClickStore.ofClicksWith`). Each click is looked up, and so is the word of its code: `exists` would be planned
 * as a join with all clicks of all times that have the facts, of which there are many more than candidates, or with all words for each click.
 */
export function ofClicksWith(project: Pick<Project, 'id'>, facts: ClickFacts): RawBuilder<boolean> {
  const have = haveAll(
    project,
    facts,
    (words, column) => sql`(select code from ${words} where code = ${column}) is null`,
  );
  return sql<boolean>`coalesce((select true from clicks where clicks.id = click_id and ${have}), false)`;
}
