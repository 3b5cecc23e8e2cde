import type { Transaction } from 'kysely';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { recordAudit } from '#teams/audit/recordAudit.ts';
import type { Db } from '#platform/db/Db.ts';
import { inTransaction } from '#platform/db/inTransaction.ts';
import type { Database } from '#platform/db/schema.ts';
import { limitReached } from '#teams/plans/checkLimit.ts';
import { countUsage } from '#teams/plans/countUsage.ts';
import { lockLimits } from '#teams/plans/lockLimits.ts';
import type { Project } from '#teams/projects/Project.ts';
import { targetOf, targetOfAll } from '../creating/auditTargets.ts';
import { readFolderRights } from '../folders/folderRights.ts';
import { displayNameOf, type Link, readLink } from '../link/Link.ts';

export interface RestoredLinks {
  readonly restored: readonly Link[];
  /** Links that stay deleted, each with the reason and how to fix it. */
  readonly refused: readonly { readonly link: Link; readonly message: string }[];
}

/**
 * Restores deleted links as they were, if their slug, externalId and domain are still available, the actor may change
 * links of their folders and the plan allows `limit` links (null: any number). Ids that name no deleted link of the project are skipped.
 */
export function restoreProjectLinks(
  db: Db,
  project: Project,
  actor: Actor,
  ids: readonly string[],
  limit: number | null,
): Promise<RestoredLinks> {
  return inTransaction(db, (tx) =>
    // Even without a limit: if two calls restore links of the same name, the second must see the first one's.
    lockLimits(tx, project, async () => {
      const judged = await judge(tx, project, actor, ids, limit);
      if (judged.restored.length > 0) {
        await putBack(tx, project, judged.restored);
        await record(tx, project, actor, judged.restored);
      }
      return judged;
    }),
  );
}

function record(tx: Db, project: Project, actor: Actor, restored: readonly Link[]): Promise<void> {
  const [first] = restored;
  const single = restored.length === 1;
  return recordAudit(tx, project, actor, {
    action: single ? 'link.restored' : 'links.restored',
    target: single && first ? targetOf(first) : targetOfAll(restored.map(displayNameOf)),
    details: { slugs: restored.map(({ slug }) => slug) },
  });
}

async function judge(
  tx: Transaction<Database>,
  project: Pick<Project, 'id'>,
  actor: Actor,
  ids: readonly string[],
  limit: number | null,
): Promise<RestoredLinks> {
  const deleted = await listDeleted(tx, project, ids);
  const [domains, taken, used, hindranceOf] = await Promise.all([
    lockDomains(tx, deleted),
    listTakenNames(tx, project, deleted),
    limit === null ? 0 : countUsage(tx, project, 'links'),
    readFolderRights(tx, project, actor),
  ]);
  const restored: Link[] = [];
  const refused: { link: Link; message: string }[] = [];
  for (const link of deleted) {
    const full = limit !== null && used + restored.length >= limit;
    const message =
      hindranceOf(link.folderId) ??
      findHindrance(link, domains, taken) ??
      (full ? limitReached('links', limit).message : null);
    if (message !== null) {
      refused.push({ link, message });
      continue;
    }
    restored.push(link);
    taken.slugs.add(link.slug);
    if (link.externalId !== null) taken.externalIds.add(link.externalId);
  }
  return { restored, refused };
}

interface TakenNames {
  readonly slugs: Set<string>;
  readonly externalIds: Set<string>;
}

function findHindrance(
  { domainId, slug, externalId }: Link,
  domains: ReadonlySet<string>,
  taken: TakenNames,
): string | null {
  if (!domains.has(domainId)) {
    return 'Its domain is no longer a verified domain of the project; add and verify it again first';
  }
  if (taken.slugs.has(slug)) {
    return `slug "${slug}" is taken by another link; delete that one first`;
  }
  if (externalId !== null && taken.externalIds.has(externalId)) {
    return `externalId "${externalId}" is taken by another link; delete that one first`;
  }
  return null;
}

/** Most recently deleted first: if two had the same name, that is the one meant. */
async function listDeleted(
  tx: Transaction<Database>,
  project: Pick<Project, 'id'>,
  ids: readonly string[],
): Promise<Link[]> {
  const rows = await tx
    .selectFrom('links')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('id', '=', (any) => any.fn.any(any.val(ids)))
    .where('deleted_at', 'is not', null)
    .where((not) =>
      not.not(not.exists(not.selectFrom('long_links').whereRef('link_id', '=', 'links.id'))),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(readLink);
}

/** The links' verified domains, locked against removal until the transaction ends. */
async function lockDomains(
  tx: Transaction<Database>,
  links: readonly Link[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(links.map((link) => link.domainId))];
  const rows = await tx
    .selectFrom('domains')
    .select('id')
    .where('id', '=', (any) => any.fn.any(any.val(wanted)))
    .where('verified_at', 'is not', null)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Names in use by live links. */
async function listTakenNames(
  tx: Transaction<Database>,
  project: Pick<Project, 'id'>,
  links: readonly Link[],
): Promise<TakenNames> {
  const slugs = links.map((link) => link.slug);
  const externalIds = links.flatMap((link) => link.externalId ?? []);
  const rows = await tx
    .selectFrom('links')
    .select(['slug', 'external_id'])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .where((or) =>
      or.or([
        or('slug', '=', or.fn.any(or.val(slugs))),
        or('external_id', '=', or.fn.any(or.val(externalIds))),
      ]),
    )
    .execute();
  return {
    slugs: new Set(rows.map((row) => row.slug)),
    externalIds: new Set(rows.flatMap((row) => row.external_id ?? [])),
  };
}

async function putBack(
  tx: Transaction<Database>,
  project: Pick<Project, 'id'>,
  links: readonly Link[],
): Promise<void> {
  const ids = links.map((link) => link.id);
  await tx
    .updateTable('links')
    .set({ deleted_at: null })
    .where('project_id', '=', project.id)
    .where('id', '=', (any) => any.fn.any(any.val(ids)))
    .execute();
}
