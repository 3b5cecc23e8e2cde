import type { Db } from '../db/Db.ts';
import type { Domain } from '../domains/Domain.ts';
import { findDomain } from '../domains/findDomain.ts';
import { Problem } from '../lib/Problem.ts';
import { newId } from '../lib/uuid.ts';
import { limitReached } from '../plans/checkLimit.ts';
import { countUsage } from '../plans/countUsage.ts';
import { lockLimits } from '../plans/lockLimits.ts';
import type { Project } from '../projects/Project.ts';
import { checkAppLink, type LinkingApp } from './appLinks.ts';
import { checkNewLink, serialiseDestinations, slugTaken, withNul } from './checkNewLink.ts';
import { domainUnknown, examineNewLink } from './examineNewLink.ts';
import { findLoops } from './findLoops.ts';
import { findLink } from './findLink.ts';
import { insertLinks } from './insertLinks.ts';
import { insertTogether, type LinkInserts } from './insertTogether.ts';
import type { Link } from './Link.ts';
import type { NewLink } from './NewLink.ts';
import { newSlug } from './newSlug.ts';

/** How many generated slugs are tried before we assume that something else is wrong. */
const SLUG_TRIES = 8;
/** More than all processes can have in progress at once: further away from the limit, no one has to wait. */
const LIMIT_MARGIN = 1000;

/** How a link is created. */
export interface Creation {
  readonly together?: Together | undefined;
  /** An app, whose key is public. */
  readonly app?: LinkingApp | undefined;
}

/** A link that may be written, made by an app or not. */
type CheckedLink = NewLink & { readonly byApp: boolean };

/** What allows a creation to share its statement with simultaneous ones. */
interface Together {
  readonly inserts: LinkInserts;
  /** The project's verified domains as cached here, the primary one first. */
  readonly domains: readonly Domain[];
}

/**
 * Creates a link, or finds the one that already has the externalId (Rule: bodies 10). With `together`, it shares a
 * statement with other creations if possible; that is for links of apps, without flags and managed fields. Throws
 * VALIDATION_ERROR for bad fields and taken slugs, NOT_FOUND without a verified domain, FORBIDDEN if the project already
 * has `limit` links (null: any number) or if an app may not make it.
 */
export async function createLink(
  db: Db,
  project: Project,
  input: NewLink,
  limit: number | null,
  { together, app }: Creation = {},
): Promise<{ link: Link; created: boolean }> {
  const existing = await findExisting(db, project, input);
  // Idempotency: the rest of the payload is ignored, so it is not validated either.
  if (existing) return { link: existing, created: false };
  if (checkNewLink(input).length > 0) {
    throw new Problem('VALIDATION_ERROR', await examineNewLink(db, project, input));
  }
  const fields = { ...serialiseDestinations(input), byApp: app !== undefined };
  if (app !== undefined) await checkAppLink(db, project, fields, app);
  const most = limit === null ? null : limit - LIMIT_MARGIN;
  const known = together && chooseDomain(together.domains, input);
  if (known) await refuseLoops(db, project, known, fields);
  const quick = known && (await insertTogether(together.inserts, project, known, fields, most));
  if (quick) return { link: quick, created: true };
  const [domain, used] = await Promise.all([
    getDomain(db, project, input),
    limit === null ? 0 : countUsage(db, project, 'links'),
  ]);
  if (!known) await refuseLoops(db, project, domain, fields);
  if (limit === null || used < limit - LIMIT_MARGIN) {
    return insertNamed(db, project, domain, fields);
  }
  return insertInTurn(db, project, domain, fields, limit);
}

/** The link that has the externalId already. */
async function findExisting(
  db: Db,
  project: Project,
  { externalId }: NewLink,
): Promise<Link | undefined> {
  if (externalId === undefined) return undefined;
  // Even a lookup could not contain it.
  if (externalId.includes('\u0000')) throw new Problem('VALIDATION_ERROR', withNul('externalId'));
  return findLink(db, project, { externalId });
}

/** Near the limit, creations take turns, so that the last free place is used only once. */
function insertInTurn(
  db: Db,
  project: Project,
  domain: Domain,
  fields: CheckedLink,
  limit: number,
): Promise<{ link: Link; created: boolean }> {
  return lockLimits(db, project, async (tx) => {
    if ((await countUsage(tx, project, 'links')) < limit) {
      return insertNamed(tx, project, domain, fields);
    }
    const twin = await findExisting(tx, project, fields);
    if (twin) return { link: twin, created: false };
    throw limitReached('links', limit);
  });
}

/** Nothing can lead to a slug that has yet to be generated. */
async function refuseLoops(
  db: Db,
  project: Project,
  domain: Domain,
  fields: NewLink,
): Promise<void> {
  const { slug } = fields;
  if (slug === undefined) return;
  const findings = await findLoops(db, { project, domain, slug }, fields);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
}

/** Inserts with the given slug or a generated one, or finds the link that was created at the same moment. */
async function insertNamed(
  db: Db,
  project: Project,
  domain: Domain,
  input: CheckedLink,
): Promise<{ link: Link; created: boolean }> {
  const { externalId } = input;
  for (let tries = 0; tries < SLUG_TRIES; tries += 1) {
    const id = newId();
    const slug = input.slug ?? newSlug();
    const { byApp } = input;
    await insertLinks(db, project, [{ id, domainId: domain.id, slug, input, byApp }]);
    const link = await findLink(db, project, { id });
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
