import { type Click, NOTHING_KNOWN } from '#visits/clicks/facts/Click.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { TestProject } from './personas.ts';

/** A link as the test wrote it into the database. */
export interface Sown {
  readonly id: string;
  readonly key: number;
  readonly projectId: string;
  readonly name: string | null;
  readonly slug: string;
  readonly externalId: string | null;
  readonly fallbackUrl: string | null;
  readonly type: 'unified' | 'dynamic';
  readonly createdAt: Date;
}
export type SownLink = Omit<Sown, 'id' | 'key' | 'projectId'>;

/** Puts links into a project as they are, whatever their age. */
export async function sowLinks(
  { server, project }: TestProject,
  links: readonly SownLink[],
): Promise<Sown[]> {
  const { db } = server.app;
  const domain = await db
    .selectFrom('domains')
    .select('id')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow();
  if (links.length === 0) return [];
  const rows = await db
    .insertInto('links')
    .values(
      links.map((link) => ({
        id: newId(link.createdAt.getTime()),
        project_id: project.id,
        domain_id: domain.id,
        type: link.type,
        slug: link.slug,
        name: link.name,
        external_id: link.externalId,
        fallback_url: link.fallbackUrl,
        created_at: link.createdAt,
      })),
    )
    .returning(['id', 'key', 'project_id as projectId', 'slug'])
    .execute();
  const keys = new Map(rows.map((row) => [row.slug, row]));
  return links.map((link) => ({ ...link, ...keys.get(link.slug)! }));
}

/** What a link is credited with at a time. */
export interface Credit {
  readonly linkKey: number;
  readonly at: number;
  readonly kind: 'install' | 'returning' | 'click';
  /** Left out: of a click that is not kept. */
  readonly clickId?: string;
}

/** Writes credits as attribution leaves them. */
export async function sowCredits(
  { server, project }: TestProject,
  credits: readonly Credit[],
): Promise<void> {
  if (credits.length === 0) return;
  await server.app.db
    .insertInto('attribution_facts')
    .values(
      credits.map(({ linkKey, at, kind, clickId = newId(at) }) => ({
        click_id: clickId,
        kind,
        link_key: linkKey,
        at: new Date(at),
        project_id: project.id,
      })),
    )
    .execute();
}

/** A click of this moment, changed as the test wants it. */
export function clickOn(link: Pick<Sown, 'key' | 'projectId'>, change: Partial<Click> = {}): Click {
  const at = change.at ?? Date.now();
  return {
    id: newId(at),
    at,
    linkKey: link.key,
    projectId: link.projectId,
    kind: 'click',
    source: 'link',
    opened: false,
    ...NOTHING_KNOWN,
    ...change,
  };
}
