import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Change } from '#platform/db/changes/Change.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import { findDomain } from '#teams/domains/findDomain.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { limitReached } from '#teams/plans/checkLimit.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import { getPlan, type Plans } from '#teams/plans/readPlans.ts';
import type { Project } from '#teams/projects/Project.ts';
import { checkAppLink, type LinkedHosts } from './appLinks.ts';
import { targetOf } from './auditTargets.ts';
import { checkUtm } from './checkUtm.ts';
import { readNewLink } from './checkNewLink.ts';
import { domainUnknown, examineNewLink, slugTaken } from './examineNewLink.ts';
import { getFolderId } from '../folders/findFolders.ts';
import { inFolderOf } from '../folders/inFolderOf.ts';
import { findLink } from '../finding/findLink.ts';
import { findLoops, findMissing } from '../rules/findLoops.ts';
import { type Link, readLink } from '../link/Link.ts';
import type { NewLink } from '../link/NewLink.ts';
import { type LinkWrites, rowOf, writeLink } from './writeLinks.ts';

/** How many generated slugs are tried before we assume that something else is wrong. */
const SLUG_TRIES = 8;
/** More than all processes can have in progress at once: further away from the limit, no one has to wait. */
const LIMIT_MARGIN = 1000;

interface Stores {
  readonly db: Db;
  readonly plans: Plans;
  readonly groups: { readonly links: LinkWrites };
  readonly lookups: LinkedHosts & {
    /** The project's verified domains as cached here, the primary one first. */
    domainsOf(projectId: string): readonly Domain[] | null | Promise<readonly Domain[] | null>;
    apply(change: Change): void;
  };
}

/** Who creates a link. */
interface Creator {
  /** An app, whose key is public. */
  readonly byApp?: boolean;
  /** Null for an application key: servers make a link for each of their orders, which would bury what else is logged. */
  readonly actor?: Actor | null;
}

interface CreatedLink {
  readonly link: Link;
  /** False: it had the externalId already. */
  readonly created: boolean;
}

/**
 * Creates a link with its audit log entry, or finds the one that already has the externalId (Rule: bodies 10). Throws
 * VALIDATION_ERROR for bad fields and taken slugs, NOT_FOUND without a verified domain, FORBIDDEN if the plan allows no
 * more links, the app may not make this one or the person may not put links into its folder.
 */
export async function createLink(
  stores: Stores,
  project: Project,
  input: NewLink,
  { byApp = false, actor = null }: Creator = {},
): Promise<CreatedLink> {
  const { db, lookups } = stores;
  const existing = await findExisting(db, project, input);
  // Idempotency: the rest of the payload is ignored, so it is not validated either.
  if (existing) return { link: existing, created: false };
  const read = readNewLink(input);
  if ('findings' in read) {
    throw new Problem('VALIDATION_ERROR', await examineNewLink(db, project, input));
  }
  const { fields } = read;
  const campaign = actor === null ? [] : checkUtm(project, fields);
  if (campaign.length > 0) throw new Problem('VALIDATION_ERROR', campaign);
  const folderId = await getFolderId(db, project, fields);
  const domains = (await lookups.domainsOf(project.id)) ?? [];
  if (byApp) await checkAppLink(stores, project, domains, fields);
  const domain = chooseDomain(domains, fields) ?? (await getDomain(db, project, fields));
  await refuseLoops(db, project, domain, fields);
  const place = { project, domain, byApp };
  const write = (into: Db) =>
    inFolderOf(into, project, { author: actor, folderId: folderId ?? null }, (inner) =>
      insert({ ...stores, db: inner }, place, { ...fields, folderId: folderId ?? null }),
    );
  const made = await (actor === null
    ? write(db)
    : changeProject(db, project, actor, async (tx, record) => {
        const inserted = await write(tx);
        if (inserted.created) {
          await record({ action: 'link.created', target: targetOf(inserted.link) });
        }
        return inserted;
      }));
  // Its absence may be cached.
  if (made.created) lookups.apply({ kind: 'link', projectId: project.id, slug: made.link.slug });
  return made;
}

/** The link that has the externalId already. */
async function findExisting(
  db: Db,
  project: Project,
  { externalId }: NewLink,
): Promise<Link | undefined> {
  // Even a lookup could not contain NUL.
  if (externalId === undefined || externalId.includes('\u0000')) return undefined;
  return findLink(db, project, { externalId });
}

/** Nothing can lead to a slug that has yet to be generated. */
async function refuseLoops(
  db: Db,
  project: Project,
  domain: Domain,
  fields: NewLink,
): Promise<void> {
  const { slug } = fields;
  const findings = await findMissing(db, project, fields);
  if (slug !== undefined)
    findings.push(...(await findLoops(db, { project, domain, slug }, fields)));
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
}

interface Place {
  readonly project: Project;
  readonly domain: Domain;
  readonly byApp: boolean;
}

/** Near the limit, creations take turns, so that the last free place is used only once. */
async function insert(
  stores: Stores,
  { project, domain, byApp }: Place,
  fields: NewLink,
): Promise<CreatedLink> {
  const { db, plans } = stores;
  const limit = getPlan(plans, project.plan).limits.links;
  const most = limit === null ? null : limit - LIMIT_MARGIN;
  let chosen = domain;
  for (let tries = 0; tries < SLUG_TRIES; tries += 1) {
    const row = rowOf(chosen, fields, { byApp, most });
    let written = await writeLink(stores, row);
    if (written.refusal === 'limit') {
      const last = { ...row, most: limit };
      written = await lockLimits(db, project, (tx) => writeLink({ ...stores, db: tx }, last));
    }
    if (written.refusal === null) return { link: readLink(written), created: true };
    // Created at the same moment.
    const twin = await findExisting(db, project, fields);
    if (twin) return { link: twin, created: false };
    if (written.refusal === 'limit') throw limitReached('links', limit ?? 0);
    // It was removed, and is still cached here.
    if (written.refusal === 'domain') chosen = await getDomain(db, project, fields);
    else if (fields.slug !== undefined) {
      throw new Problem('VALIDATION_ERROR', slugTaken(fields.slug));
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
    (candidate) =>
      (host === undefined || candidate.host === host.toLowerCase()) &&
      (id === undefined || candidate.id === id),
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
