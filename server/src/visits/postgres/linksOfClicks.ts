import { sql, type RawBuilder } from 'kysely';
import type { Project } from '#teams/projects/Project.ts';
import { projectNumber } from '../clicks/facts/projectNumber.ts';

/** SQL: `ClickStore.linksOfClicks`. Each click is looked up: a join would be planned with all clicks of all times. */
export function linksOfClicks(
  project: Pick<Project, 'id'>,
  candidates: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select click_id, (
      select link_key from clicks
      where clicks.id = candidate.click_id and project_number = ${projectNumber(project.id)}
    ) as link_key
    from (select distinct click_id from (${candidates}) as named) as candidate)`;
}
