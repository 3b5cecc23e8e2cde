import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import type { Project } from '#teams/projects/Project.ts';
import { hashOfTestCode } from './TestCode.ts';

/** The link that a test code gives. */
export interface TestedLink {
  readonly linkId: string;
  readonly domainId: string;
  readonly slug: string;
}

/** Counts a use of a code of the project and returns its link; undefined if it has ended or never was one. */
export async function redeemTestCode(
  db: Db,
  project: Pick<Project, 'id'>,
  text: string,
  now: Date,
): Promise<TestedLink | undefined> {
  const { rows } = await sql<TestedLink>`
    update test_codes as code set uses = uses + 1
    from links
    where code.hash = ${hashOfTestCode(text)} and code.project_id = ${project.id} and code.ends_at > ${now}
      and links.key = code.link_key and links.deleted_at is null and not links.used_up and links.expires_at > ${now} is not false
    returning links.id as "linkId", links.domain_id as "domainId", links.slug`.execute(db);
  return rows[0];
}
