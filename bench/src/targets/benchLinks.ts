import { callServer, mapConcurrently } from './callServer.ts';
import type { BenchProject } from './provisionProject.ts';
import { readNumber, readText } from './readField.ts';
import type { BenchServer } from './startServer.ts';

export interface BenchLink {
  readonly id: string;
  readonly slug: string;
  /** Where a desktop browser is sent. */
  readonly destination: string;
}

const LANES = 16;

/** Creates links with three destinations each, through the API. */
export async function createLinks(
  server: BenchServer,
  project: BenchProject,
  count: number,
  typeOf: (number: number) => 'unified' | 'dynamic' = () => 'unified',
): Promise<BenchLink[]> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return mapConcurrently(numbers, LANES, async (number) => {
    const destination = `https://shop.example.com/products/${number}?from=link`;
    const link = await callServer({
      method: 'POST',
      url: `${server.baseUrl}/v1/sdk/links`,
      headers: { 'X-App-Key': project.appKey },
      body: {
        type: typeOf(number),
        name: `Product ${number}`,
        fallbackUrl: destination,
        iosUrl: `https://apps.apple.com/app/id${100_000_000 + number}`,
        androidUrl: `https://play.google.com/store/apps/details?id=com.example.p${number}`,
        parameters: { productId: String(number), screen: 'product' },
      },
    });
    return { id: readText(link, 'id'), slug: readText(link, 'slug'), destination };
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
  return mapConcurrently(links, LANES, async (link) => {
    const stats = await callServer({
      method: 'GET',
      url: `${server.baseUrl}/v1/links/${link.id}/stats`,
      headers: { 'X-App-Key': project.appKey },
      patienceMs,
    });
    return readNumber(stats, 'clicks');
  });
}
