import type { CreateLinkRequest } from '@fairlead/contract/resources';
import type { Db } from '../db/Db.ts';
import type { Domain } from '../domains/Domain.ts';
import { findDomain } from '../domains/findDomain.ts';
import { Problem } from '../lib/Problem.ts';
import { newId } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import { checkNewLink } from './checkNewLink.ts';
import { findLink } from './findLink.ts';
import { type Link, readLink } from './Link.ts';
import { newSlug } from './newSlug.ts';

/** Tries of a generated slug before the service admits that something else is wrong. */
const SLUG_TRIES = 8;

/**
 * Creates a link, or finds the one that has the externalId already (Spec: Idempotency rules 1–4).
 * Throws VALIDATION_ERROR for bad fields and taken slugs, NOT_FOUND without a verified domain.
 */
export async function createLink(
  db: Db,
  project: Project,
  input: CreateLinkRequest,
): Promise<{ link: Link; created: boolean }> {
  const { externalId } = input;
  if (externalId !== undefined) {
    const existing = await findLink(db, project, { externalId });
    // Rule 2: the rest of the payload is ignored, so it is not judged either.
    if (existing) return { link: existing, created: false };
  }
  const findings = checkNewLink(input);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const domain = await getDomain(db, project, input.domain);

  for (let tries = 0; tries < SLUG_TRIES; tries += 1) {
    const link = await insertLink(db, project, domain, input, input.slug ?? newSlug());
    if (link) return { link, created: true };
    // The insert met a row: the same externalId made at the same moment, or a taken slug.
    const twin = externalId && (await findLink(db, project, { externalId }));
    if (twin) return { link: twin, created: false };
    if (input.slug !== undefined) {
      throw new Problem('VALIDATION_ERROR', `slug "${input.slug}" is taken; choose another`);
    }
  }
  throw new Error(`No free slug in ${SLUG_TRIES} tries`);
}

async function getDomain(db: Db, project: Project, host: string | undefined): Promise<Domain> {
  const domain = await findDomain(db, project, host);
  if (domain) return domain;
  throw new Problem(
    'NOT_FOUND',
    host === undefined
      ? 'The project has no verified domain; add and verify one first'
      : `Domain "${host.slice(0, 253)}" is not a verified domain of the project`,
  );
}

async function insertLink(
  db: Db,
  project: Project,
  domain: Domain,
  input: CreateLinkRequest,
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && readLink(row);
}
