import { sql, type RawBuilder } from 'kysely';
import { projectNumber } from '../clicks/facts/projectNumber.ts';
import type { ClickScope } from '../numbers/ClickStore.ts';

/** SQL: rows of `clicks` or `opens` that a question is about. */
export function ofScope({ project, link }: ClickScope): RawBuilder<boolean> {
  return link
    ? sql<boolean>`link_key = ${link.key}`
    : sql<boolean>`project_number = ${projectNumber(project.id)}`;
}
