import type { GroupStatement, CallGroup } from '../db/groupCalls.ts';
import { groupCalls } from '../db/groupCalls.ts';
import type { Domain } from '../domains/Domain.ts';
import { newId } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import type { CreateLinkRequest } from '@fairlead/contract/resources';
import type { Pool } from 'pg';
import { type Link, type LinkRow, readLink } from './Link.ts';
import { newSlug } from './newSlug.ts';

/** A link to be inserted: columns by name, absent ones null. */
interface GivenLink {
  readonly id: string;
  readonly project_id: string;
  readonly domain_id: string;
  /** The number of links from which a creation is decided on its own; null: any number. */
  readonly most: number | null;
  readonly made_by_app: boolean;
}

export type LinkInserts = CallGroup<GivenLink, LinkRow & { readonly n: number }>;

/** If the domain is being removed, this waits, and then does not find it. */
const INSERT: GroupStatement = {
  name: 'insert-links',
  text: `
with given as materialized (
  select * from json_to_recordset($1) as given (
    n int, id uuid, project_id uuid, domain_id uuid, type text, slug text, name text, external_id text,
    fallback_url text, ios_url text, android_url text, ios_fallback_url text, android_fallback_url text,
    parameters jsonb, metadata jsonb, allow_query_passthrough boolean, made_by_app boolean, most int
  )
), usable as materialized (
  select id, project_id from domains
  where id = any (array(select distinct domain_id from given)) and verified_at is not null
  order by id
  for key share
), made as (
  insert into links (id, project_id, domain_id, type, slug, name, external_id, fallback_url, ios_url, android_url,
    ios_fallback_url, android_fallback_url, parameters, metadata, allow_query_passthrough, made_by_app)
  select given.id, given.project_id, given.domain_id, type, slug, name, external_id, fallback_url, ios_url,
    android_url, ios_fallback_url, android_fallback_url, parameters, metadata, allow_query_passthrough, made_by_app
  from given join usable on usable.id = given.domain_id and usable.project_id = given.project_id
  where most is null or most > (
    select coalesce(sum(links), 0) from link_counts where link_counts.project_id = given.project_id
  )
  order by given.project_id, external_id, slug
  on conflict do nothing
  returning links.*
)
select given.n, made.* from made join given using (id)`,
};

export function openLinkInserts(pool: Pool): LinkInserts {
  return groupCalls(pool, INSERT);
}

/**
 * Inserts a link together with simultaneous ones. Undefined if it has to be decided on its own: its slug or
 * externalId is taken, the domain is no longer the project's, or the project has `most` links.
 */
export async function insertTogether(
  inserts: LinkInserts,
  project: Project,
  domain: Domain,
  fields: CreateLinkRequest & { readonly byApp: boolean },
  most: number | null,
): Promise<Link | undefined> {
  const given = {
    id: newId(),
    project_id: project.id,
    domain_id: domain.id,
    most,
    made_by_app: fields.byApp,
    ...columnsOf(fields),
  };
  const row = await inserts.call(given, { owner: project.id });
  return row && readLink(row);
}

function columnsOf(fields: CreateLinkRequest) {
  return {
    type: fields.type,
    slug: fields.slug ?? newSlug(),
    name: fields.name,
    external_id: fields.externalId,
    fallback_url: fields.fallbackUrl,
    ios_url: fields.iosUrl,
    android_url: fields.androidUrl,
    ios_fallback_url: fields.iosFallbackUrl,
    android_fallback_url: fields.androidFallbackUrl,
    parameters: fields.parameters,
    metadata: fields.metadata,
    allow_query_passthrough: fields.allowQueryPassthrough ?? false,
  };
}
