import type { Db } from '../db/Db.ts';
import type { Domain } from '../domains/Domain.ts';
import { findDomain } from '../domains/findDomain.ts';
import { Problem } from '../lib/Problem.ts';
import { newId } from '../lib/uuid.ts';
import { limitReached } from '../plans/checkLimit.ts';
import { countUsage } from '../plans/countUsage.ts';
import { lockLimits } from '../plans/lockLimits.ts';
import type { Project } from '../projects/Project.ts';
import { checkNewLink, serialiseDestinations, slugTaken, withNul } from './checkNewLink.ts';
import { domainUnknown, examineNewLink } from './examineNewLink.ts';
import { findLink } from './findLink.ts';
import { insertTogether, type LinkInserts } from './insertTogether.ts';
import { type Link, readLink } from './Link.ts';
import type { NewLink, NewLinkFields } from './NewLink.ts';
import { newSlug } from './newSlug.ts';
import { tidyTags } from './tags.ts';

/** How many generated slugs are tried before we assume that something else is wrong. */
const SLUG_TRIES = 8;
/** More than all processes can have in progress at once: further away from the limit, no one has to wait. */
const LIMIT_MARGIN = 1000;

/** What allows a creation to share its statement with simultaneous ones. */
export interface Together {
  readonly inserts: LinkInserts;
  /** The project's verified domains as cached here, the primary one first. */
  readonly domains: readonly Domain[];
}

/**
 * Creates a link, or finds the one that already has the externalId (Rule: bodies 10). With `together`, it shares a
 * statement with other creations if possible. Throws VALIDATION_ERROR for bad fields and taken slugs, NOT_FOUND without
 * a verified domain, FORBIDDEN if the project already has `limit` links (null: any number).
 */
export async function createLink(
  db: Db,
  project: Project,
  input: NewLink,
  limit: number | null,
  together?: Together,
): Promise<{ link: Link; created: boolean }> {
  const { externalId } = input;
  // Even a lookup could not contain it.
  if (externalId?.includes('\u0000')) {
    throw new Problem('VALIDATION_ERROR', withNul('externalId'));
  }
  if (externalId !== undefined) {
    const existing = await findLink(db, project, { externalId });
    // Idempotency: the rest of the payload is ignored, so it is not validated either.
    if (existing) return { link: existing, created: false };
  }
  if (checkNewLink(input).length > 0) {
    throw new Problem('VALIDATION_ERROR', await examineNewLink(db, project, input));
  }
  const fields = serialiseDestinations(input);
  const most = limit === null ? null : limit - LIMIT_MARGIN;
  const known = together && chooseDomain(together.domains, input);
  const quick = known && (await insertTogether(together.inserts, project, known, fields, most));
  if (quick) return { link: quick, created: true };
  const [domain, used] = await Promise.all([
    getDomain(db, project, input),
    limit === null ? 0 : countUsage(db, project, 'links'),
  ]);
  if (limit === null || used < limit - LIMIT_MARGIN) {
    return insertNamed(db, project, domain, fields);
  }
  // Near the limit, creations take turns, so that the last free place is used only once.
  return lockLimits(db, project, async (tx) => {
    if ((await countUsage(tx, project, 'links')) >= limit) throw limitReached('links', limit);
    return insertNamed(tx, project, domain, fields);
  });
}

/** Inserts with the given slug or a generated one, or finds the link that was created at the same moment. */
async function insertNamed(
  db: Db,
  project: Project,
  domain: Domain,
  input: NewLinkFields,
): Promise<{ link: Link; created: boolean }> {
  const { externalId } = input;
  for (let tries = 0; tries < SLUG_TRIES; tries += 1) {
    const link = await insertLink(db, project, domain, input, input.slug ?? newSlug());
    if (link) return { link, created: true };
    // The insert met an existing row: the same externalId created at the same moment, or a taken slug.
    const twin = externalId && (await findLink(db, project, { externalId }));
    if (twin) return { link: twin, created: false };
    if (input.slug !== undefined) {
      throw new Problem('VALIDATION_ERROR', slugTaken(input.slug));
    }
  }
  throw new Error(`No free slug in ${SLUG_TRIES} tries`);
}

/** As `findDomain` would choose; a domain that is not cached here may still be in the database. */
function chooseDomain(
  domains: readonly Domain[],
  { domain: host, domainId: id }: NewLink,
): Domain | undefined {
  return domains.find(
    (each) =>
      (host === undefined || each.host === host.toLowerCase()) &&
      (id === undefined || each.id === id),
  );
}

async function getDomain(db: Db, project: Project, input: NewLink): Promise<Domain> {
  const { domain: host, domainId: id } = input;
  const domain = await findDomain(db, project, { host, id });
  if (domain) return domain;
  throw new Problem(
    'NOT_FOUND',
    host === undefined && id === undefined
      ? 'The project has no verified domain; add and verify one first'
      : domainUnknown(input),
  );
}

async function insertLink(
  db: Db,
  project: Project,
  domain: Domain,
  input: NewLinkFields,
  slug: string,
): Promise<Link | undefined> {
  const row = await db
    .insertInto('links')
    .values({
      id: newId(),
      project_id: project.id,
      domain_id: domain.id,
      type: input.type,
      slug,
      name: input.name ?? null,
      external_id: input.externalId ?? null,
      fallback_url: input.fallbackUrl ?? null,
      ios_url: input.iosUrl ?? null,
      android_url: input.androidUrl ?? null,
      ios_fallback_url: input.iosFallbackUrl ?? null,
      android_fallback_url: input.androidFallbackUrl ?? null,
      parameters: input.parameters ?? null,
      metadata: input.metadata ?? null,
      allow_query_passthrough: input.allowQueryPassthrough ?? false,
      ...managedColumns(input),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && readLink(row);
}

/** Columns that only callers who manage links can set. */
function managedColumns({ tags, expiresAt, archived, createdAt, importedClicks }: NewLinkFields) {
  return {
    tags: tidyTags(tags ?? []),
    expires_at: expiresAt ?? null,
    archived: archived ?? false,
    imported_clicks: importedClicks ?? null,
    ...(createdAt !== undefined && { created_at: createdAt }),
  };
}
