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
import { type Link, readLink } from './Link.ts';
import type { NewLink, NewLinkFields } from './NewLink.ts';
import { newSlug } from './newSlug.ts';
import { tidyTags } from './tags.ts';

/** Tries of a generated slug before the service admits that something else is wrong. */
const SLUG_TRIES = 8;
/** More than all processes can have under way at once: farther from the limit nobody need wait. */
const LIMIT_MARGIN = 500;

/**
 * Creates a link, or finds the one that has the externalId already (Rule: bodies 10).
 * Throws VALIDATION_ERROR for bad fields and taken slugs, NOT_FOUND without a verified domain,
 * FORBIDDEN when the project has `limit` links already (null: any number).
 */
export async function createLink(
  db: Db,
  project: Project,
  input: NewLink,
  limit: number | null,
): Promise<{ link: Link; created: boolean }> {
  const { externalId } = input;
  // Not even a look-up can hold it.
  if (externalId?.includes('\u0000')) {
    throw new Problem('VALIDATION_ERROR', withNul('externalId'));
  }
  if (externalId !== undefined) {
    const existing = await findLink(db, project, { externalId });
    // Rule 2: the rest of the payload is ignored, so it is not judged either.
    if (existing) return { link: existing, created: false };
  }
  if (checkNewLink(input).length > 0) {
    throw new Problem('VALIDATION_ERROR', await examineNewLink(db, project, input));
  }
  const [domain, used] = await Promise.all([
    getDomain(db, project, input),
    limit === null ? 0 : countUsage(db, project, 'links'),
  ]);
  const fields = serialiseDestinations(input);
  if (limit === null || used < limit - LIMIT_MARGIN) {
    return insertNamed(db, project, domain, fields);
  }
  // Near the limit creations take turns, so that the last free place is given once.
  return lockLimits(db, project, async (tx) => {
    if ((await countUsage(tx, project, 'links')) >= limit) throw limitReached('links', limit);
    return insertNamed(tx, project, domain, fields);
  });
}

/** Inserts under the given slug or a new one, or finds the link that was made at the same moment. */
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
    // The insert met a row: the same externalId made at the same moment, or a taken slug.
    const twin = externalId && (await findLink(db, project, { externalId }));
    if (twin) return { link: twin, created: false };
    if (input.slug !== undefined) {
      throw new Problem('VALIDATION_ERROR', slugTaken(input.slug));
    }
  }
  throw new Error(`No free slug in ${SLUG_TRIES} tries`);
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
      tags: tidyTags(input.tags ?? []),
      expires_at: input.expiresAt ?? null,
      archived: input.archived ?? false,
      imported_clicks: input.importedClicks ?? null,
      ...(input.createdAt !== undefined && { created_at: input.createdAt }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && readLink(row);
}
