import type { Link } from '#links/link/Link.ts';
import { isSlug } from '#links/link/isSlug.ts';
import { orderOfLink } from '#links/finding/listLinksInOrder.ts';
import { readCursor, writeCursor } from '#platform/lib/cursor.ts';
import type { Project } from '#teams/projects/Project.ts';
import { createSlices } from '#platform/lib/createSlices.ts';
import { eachLiveLinks } from './eachLiveLinks.ts';
import { countReach } from './measureReach.ts';
import { type FleetStores, readFleet } from './readFleet.ts';

/** Links that one call looks at, and steps after which it looks at no more: below a second or two, whatever the project has. */
const MAX_EXAMINED = 20_000;
const MAX_STEPS = 5_000_000;

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

/** The live links that too few phones can open, by slug (Rule: builds 5). Throws as `matchRoutes`. */
export async function listUnreachable(
  stores: FleetStores,
  project: Pick<Project, 'id'>,
  { below, limit, cursor }: Page,
): Promise<UnreachablePage> {
  const [slug] = cursor === undefined ? [] : readCursor(cursor, isPlace);
  const from = slug === undefined ? '' : orderOfLink({ projectId: project.id, slug });
  const fleet = await readFleet(stores, project);
  const matching = { slices: createSlices(), excess: 0 };
  const links: { link: Link; share: number; cannotOpen: number }[] = [];
  let examined = 0;
  for await (const batch of eachLiveLinks(stores.db, project, new Date(), from)) {
    const reaches = await countReach(matching, fleet, batch);
    for (const [index, link] of batch.entries()) {
      examined += 1;
      const { share, cannotOpen } = reaches[index]!;
      if (share !== null && share < below) links.push({ link, share, cannotOpen });
      const isEnough = links.length === limit || examined === MAX_EXAMINED;
      const isLate = index === batch.length - 1 && matching.slices.total() > MAX_STEPS;
      if (isEnough || isLate) return { links, examined, nextCursor: writeCursor([link.slug]) };
    }
  }
  return { links, examined, nextCursor: null };
}

function isPlace([slug = '', ...more]: readonly string[]): boolean {
  return isSlug(slug) && more.length === 0;
}
