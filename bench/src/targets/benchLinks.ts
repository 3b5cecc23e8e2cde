import { setTimeout as sleep } from 'node:timers/promises';
import { ServerError } from '../../../sdk/src/index.ts';
import { mapConcurrently } from './mapConcurrently.ts';
import { openClient } from './openClient.ts';
import type { BenchProject } from './provisionProject.ts';
import type { BenchServer } from './startServer.ts';

export interface BenchLink {
  readonly id: string;
  readonly slug: string;
  /** Where a desktop browser is sent. */
  readonly destination: string;
}

const LANES = 16;
const ASK_AGAIN_MS = 100;

/** Creates links with three destinations each, through the API. */
export async function createLinks(
  server: BenchServer,
  project: BenchProject,
  count: number,
  typeOf: (number: number) => 'unified' | 'dynamic' = () => 'unified',
): Promise<BenchLink[]> {
  const rows = Array.from({ length: count }, (_, number) => ({
    type: typeOf(number),
    name: `Product ${number}`,
    fallbackUrl: `https://shop.example.com/products/${number}?from=link`,
    iosUrl: `https://apps.apple.com/app/id${100_000_000 + number}`,
    androidUrl: `https://play.google.com/store/apps/details?id=com.example.p${number}`,
    parameters: { productId: String(number), screen: 'product' },
  }));
  const results = await openClient(server, project).links.createMany(rows);
  return results.map(({ index, status, id, slug, message }) => {
    if (id === undefined || slug === undefined) throw new Error(`${status}: ${message}`);
    return { id, slug, destination: rows[index]!.fallbackUrl };
  });
}

/**
 * The clicks of people that the server has stored for each link, in the order of the links. `patienceMs`: for a server that has
 * been hurt, and refuses numbers until all that was journaled is loaded.
 */
export async function readStoredClicks(
  server: BenchServer,
  project: BenchProject,
  links: readonly BenchLink[],
  patienceMs = 0,
): Promise<number[]> {
  const client = openClient(server, project);
  return mapConcurrently(links, LANES, async ({ id }) => {
    const { clicks } = await untilAvailable(patienceMs, () => client.links.stats(id));
    return clicks;
  });
}

async function untilAvailable<T>(patienceMs: number, ask: () => PromiseLike<T>): Promise<T> {
  const limit = performance.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const away = error instanceof ServerError && error.status === 503;
      if (!away || performance.now() > limit) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}
