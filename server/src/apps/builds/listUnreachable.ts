import type { Link } from '#links/link/Link.ts';
import { isSlug } from '#links/link/isSlug.ts';
import { orderOfLink } from '#links/finding/listLinksInOrder.ts';
import { readCursor, writeCursor } from '#platform/lib/cursor.ts';
import type { Project } from '#teams/projects/Project.ts';
import { eachLiveLink } from './eachLiveLink.ts';
import { countReach } from './measureReach.ts';
import { type FleetStores, readFleet } from './readFleet.ts';

/** Links that one call looks at: below a second, whatever the project has. */
const MAX_EXAMINED = 20_000;

interface Page {
  /** Lists links that a lower share of the phones can open, from 0 to 1. */
  readonly below: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface UnreachablePage {
  readonly links: readonly {
    readonly link: Link;
    readonly share: number;
    readonly cannotOpen: number;
  }[];
  readonly examined: number;
  readonly nextCursor: string | null;
}

/** The live links that too few phones can open, by slug (Rule: builds 5). */
export async function listUnreachable(
  stores: FleetStores,
  project: Pick<Project, 'id'>,
  { below, limit, cursor }: Page,
): Promise<UnreachablePage> {
  const [slug] = cursor === undefined ? [] : readCursor(cursor, isPlace);
  const from = slug === undefined ? '' : orderOfLink({ projectId: project.id, slug });
  const fleet = await readFleet(stores, project);
  const links: { link: Link; share: number; cannotOpen: number }[] = [];
  let examined = 0;
  for await (const link of eachLiveLink(stores.db, project, new Date(), from)) {
    examined += 1;
    const { share, cannotOpen } = countReach(fleet, link);
    if (share !== null && share < below) links.push({ link, share, cannotOpen });
    if (links.length === limit || examined === MAX_EXAMINED) {
      return { links, examined, nextCursor: writeCursor([link.slug]) };
    }
  }
  return { links, examined, nextCursor: null };
}

function isPlace([slug = '', ...more]: readonly string[]): boolean {
  return isSlug(slug) && more.length === 0;
}
