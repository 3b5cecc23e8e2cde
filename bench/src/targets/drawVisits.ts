import { buildRequest } from '../load/buildRequest.ts';
import { createRandom, shuffle } from '../load/random.ts';
import { createAudience, headersOf, type Visitor } from '../load/visitors.ts';
import { type BenchLink, createLinks } from './benchLinks.ts';
import type { BenchProject } from './provisionProject.ts';
import type { BenchServer } from './startServer.ts';

/** Links of a project, and the requests of visits to them, each from an address of its own. */
export interface Visits {
  readonly links: readonly BenchLink[];
  /** The link of each request of both lists. */
  readonly linkOfRequest: readonly number[];
  readonly redirects: readonly string[];
  readonly resolves: readonly string[];
  /** What a bare server must know to answer `redirects`: destinations by `host/slug`. */
  readonly destinations: ReadonlyMap<string, string>;
}

const REQUESTS_PER_LINK = 20;

/** Makes `count` links and draws visits to them, in an order that repeats nothing soon. */
export async function drawVisits(
  server: BenchServer,
  project: BenchProject,
  count: number,
): Promise<Visits> {
  const links = await createLinks(server, project, count);
  const random = createRandom(7);
  const drawVisitor = await createAudience(random);
  const visits = shuffle(
    Array.from({ length: links.length * REQUESTS_PER_LINK }, (_, number) => ({
      link: number % links.length,
      visitor: drawVisitor(),
    })),
    random,
  );
  const slugOf = (link: number): string => links[link]?.slug ?? '';
  return {
    links,
    linkOfRequest: visits.map(({ link }) => link),
    redirects: visits.map(({ link, visitor }) =>
      buildRequest(`/${slugOf(link)}`, headersOf(visitor, project.linkHost)),
    ),
    resolves: visits.map(({ link, visitor }) =>
      requestResolve(server, project, slugOf(link), visitor),
    ),
    destinations: new Map(
      links.map((link) => [`${project.linkHost}/${link.slug}`, link.destination]),
    ),
  };
}

function requestResolve(
  server: BenchServer,
  project: BenchProject,
  slug: string,
  visitor: Visitor,
): string {
  const url = encodeURIComponent(`${project.linkOrigin}/${slug}`);
  return buildRequest(`/v1/sdk/resolve?url=${url}`, {
    ...headersOf(visitor, new URL(server.baseUrl).host),
    'X-App-Key': project.appKey,
  });
}
