import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { AppPlatform, LinkReach } from '@fairlead/contract/operations/builds';
import type { BulkLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { ResolvedLink } from '@fairlead/contract/resources';
import type { Static } from '@sinclair/typebox';
import fc from 'fast-check';
import { appKey, member, newProject, type TestProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { SEED } from '../support/run/seed.ts';
import { regexOf } from './regexOf.ts';

/**
 * A fleet of phones with five builds, 1,000 links, and an app that resolves each of them and looks for its screen by means
 * of its own: what the server says of a link before it is made is held against what the phones then see.
 */
const BUILDS = [
  { platform: 'ios', build: '9', phones: 17, routes: ['/product/:id', '/news/**'] },
  { platform: 'ios', build: '10', phones: 31, routes: ['/product/:id', '/news/**', '/promo/*'] },
  {
    platform: 'ios',
    build: '11',
    phones: 40,
    routes: ['/product/:id', '/news/:id', '/promo/*', '/sale*', '/account/settings'],
  },
  { platform: 'android', build: '400', phones: 13, routes: ['/product/:id'] },
  {
    platform: 'android',
    build: '401',
    phones: 24,
    routes: ['/product/:id', '/promo/*', '/news/*/comments', '/sale*', '/über/uns'],
  },
] as const;
/** Phones that know nothing of routes, and such as are not counted. */
const OTHERS = { unpublished: 6, idle: 5, websites: 4 };
const LINKS = 1000;

type Body = Static<typeof BulkLinkRequest>;

const screen = fc.oneof(
  fc.integer({ min: 1, max: 99 }).map((id) => `product/${id}`),
  fc.constantFrom('product', 'product/7/reviews', 'promo', 'promo/summer', 'promo/a/b'),
  fc.constantFrom('news', 'news/7', 'news/7/comments', 'news/2026/11/25', 'newsletter'),
  fc.constantFrom('sale', 'sale-winter', 'sale/1', 'account/settings', 'Sale', 'nowhere', ''),
  fc.constantFrom('über/uns', '%C3%BCber/uns', 'product/a b'),
);
const web = screen.map((path) => `https://shop.example.com/${path}`);
const query = fc.constantFrom('', '?from=mail', '#top', '/', '?next=/product/1');
const url = fc.oneof(
  fc.tuple(web, query).map(([start, end]) => start + end),
  fc.tuple(screen, query).map(([path, end]) => `shop://${path || 'home'}${end}`),
  fc.constantFrom('https://apps.apple.com/app/id1', 'https://play.google.com/store/apps'),
);
const parameters = fc.oneof(
  fc.record({ screen }),
  fc.record({ path: screen.map((path) => `/${path}`), screen }),
  fc.record({ $deeplink_path: screen, $ios_deeplink_path: screen }, { requiredKeys: [] }),
  fc.record({ campaign: fc.constant('summer') }),
);
const body: fc.Arbitrary<Body> = fc.record(
  {
    type: fc.constantFrom('unified', 'dynamic'),
    fallbackUrl: url,
    iosUrl: url,
    androidUrl: url,
    parameters,
  },
  { requiredKeys: ['type'] },
);

let project: TestProject;
/** The links, with what the server said of each before it was made. */
let links: { readonly id: string; readonly shortUrl: string; readonly foretold: LinkReach }[];

before(async () => {
  project = await newProject();
  for (const { platform, build, phones, routes } of BUILDS) {
    const params = { platform, build };
    bodyOf(
      await appKey(project)(operations.publishBuild, { params, body: { routes: [...routes] } }),
      200,
    );
    await start(phones, { platform, build });
  }
  await start(OTHERS.unpublished, { platform: 'android', build: '399' });
  await start(OTHERS.websites, { build: '11' });
  const idle = await start(OTHERS.idle, { platform: 'ios', build: '9' });
  await project.server.app.db
    .updateTable('installations')
    .set({ last_seen_at: new Date(Date.now() - 31 * 24 * 3600 * 1000) })
    .where('client_id', 'in', idle)
    .execute();
  links = [];
  await inTurns(fc.sample(body, { seed: SEED, numRuns: LINKS }), async (link) => {
    const { type: _type, ...target } = link;
    const params = { projectId: project.project.id };
    const foretold = bodyOf(
      await member(project)(operations.examineReach, { params, body: target }),
      200,
    );
    const made = bodyOf(await appKey(project)(operations.createManagedLink, { body: link }), 201);
    links.push({ id: made.id, shortUrl: made.shortUrl, foretold });
  });
});

/** First starts of the app. */
async function start(
  phones: number,
  { platform, build }: { platform?: AppPlatform; build: string },
) {
  const ids = Array.from({ length: phones }, () => randomUUID());
  const headers = {
    'x-svc-client': platform ? `sdk-${platform}` : 'sdk-web',
    'x-svc-app-build': build,
    ...(platform && { 'x-svc-client-platform': platform }),
  };
  await inTurns(ids, async (installationId) => {
    bodyOf(await appKey(project, headers)(operations.bootstrap, { body: { installationId } }), 201);
  });
  return ids;
}

/** Twenty at a time. */
async function inTurns<T>(list: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const worker = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await run(each);
  };
  await Promise.all(Array.from({ length: 20 }, worker));
}

/** What the app does with a link: it goes to the screen that the link names. Empty: it stays at its start. */
function screenOf(
  { parameters: given = {}, ...link }: ResolvedLink,
  platform: AppPlatform,
): string {
  const named = [`$${platform}_deeplink_path`, '$deeplink_path', 'path', 'screen']
    .map((name) => given?.[name])
    .find((value) => typeof value === 'string' && value !== '');
  if (typeof named === 'string') return clean(named);
  for (const address of [platform === 'ios' ? link.iosUrl : link.androidUrl, link.fallbackUrl]) {
    if (!address) continue;
    const { protocol, host, pathname } = new URL(address);
    if (/^(apps\.apple|play\.google)\.com$/.test(host)) continue;
    return clean(protocol === 'https:' ? pathname : `${host}${pathname}`);
  }
  return '';
}

function clean(path: string): string {
  const names = decodeURI(path).split('/').filter(Boolean);
  return names.length === 0 ? '' : `/${names.join('/')}`;
}

/** By platform and build, whether the app finds the screen of a link. */
async function openOnPhones(shortUrl: string): Promise<Map<string, boolean>> {
  const seen = new Map<string, boolean>();
  for (const { platform, build, routes } of BUILDS) {
    const headers = { 'x-svc-client': `sdk-${platform}`, 'x-svc-client-platform': platform };
    const reply = await appKey(project, headers)(operations.resolveLink, {
      query: { url: shortUrl },
    });
    const wanted = screenOf(bodyOf(reply, 200), platform);
    const opens = wanted === '' || routes.some((route) => regexOf(route).test(wanted));
    seen.set(`${platform} ${build}`, opens);
  }
  return seen;
}

describe('a fleet of five builds and 1,000 links (Rule: builds)', () => {
  test('every dead open is flagged before the link is made, and none wrongly', async () => {
    const wrong: unknown[] = [];
    let dead = 0;
    const few = new Set<string>();
    await inTurns(links, async ({ id, shortUrl, foretold }) => {
      const seen = await openOnPhones(shortUrl);
      let [can, cannot] = [0, 0];
      for (const { platform, build, phones } of BUILDS) {
        const opens = seen.get(`${platform} ${build}`)!;
        if (opens) can += phones;
        else cannot += phones;
        const part = foretold.builds.find(
          (each) => each.platform === platform && each.build === build,
        );
        if (part?.opens !== opens || part.phones !== phones) wrong.push([shortUrl, part, opens]);
      }
      dead += cannot;
      // Without a path, every build opens the link, whatever it has published.
      const home = foretold.paths.android === null;
      const expected = {
        canOpen: can + (home ? OTHERS.unpublished : 0),
        cannotOpen: cannot,
        unknown: home ? 0 : OTHERS.unpublished,
      };
      const { canOpen, cannotOpen, unknown, share } = foretold;
      assert.deepEqual({ canOpen, cannotOpen, unknown }, expected, shortUrl);
      assert.equal(share, expected.canOpen / (expected.canOpen + cannot));
      if (cannot > 0) few.add(id);
    });
    assert.deepEqual(wrong, []);
    assert.ok(
      dead > 20_000 && few.size > LINKS / 3 && few.size < LINKS,
      `${dead} dead opens of ${few.size} links`,
    );
    assert.deepEqual(new Set((await listUnreachable(1)).map(({ id }) => id)), few);
  });

  test('the link that is made is said to reach as many, and the list has those that too few can open', async () => {
    const params = { projectId: project.project.id };
    await inTurns(links, async ({ id, foretold }) => {
      const reply = await member(project)(operations.getLinkReach, {
        params: { ...params, linkId: id },
      });
      assert.deepEqual(readable(bodyOf(reply, 200)), readable(foretold));
    });
    const few = links.filter(({ foretold: { share } }) => share !== null && share < 0.8);
    const listed = await listUnreachable();
    assert.equal(listed.length, few.length);
    assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(few.map(({ id }) => id)));
  });

  test('a build that drops a pattern is told all the links that need it, and no others', async () => {
    const newest = BUILDS[2];
    const routes = newest.routes
      .filter((route) => route !== '/product/:id')
      .concat('/product/1*' as never);
    const reply = await appKey(project)(operations.publishBuild, {
      params: { platform: 'ios', build: '12' },
      body: { routes, check: true },
    });
    const { before: compared, dropped } = bodyOf(reply, 200);
    const needed = new Set<string>();
    await inTurns(links, async ({ id, shortUrl }) => {
      const resolved = await appKey(project)(operations.resolveLink, { query: { url: shortUrl } });
      const wanted = screenOf(bodyOf(resolved, 200), 'ios');
      const by = (list: readonly string[]) => list.some((route) => regexOf(route).test(wanted));
      if (wanted !== '' && by(newest.routes) && !by(routes)) needed.add(id);
    });
    assert.ok(needed.size > 20);
    assert.deepEqual([compared, dropped.count], [newest.build, needed.size]);
    assert.deepEqual(dropped.routes, [{ route: '/product/:id', links: needed.size }]);
    assert.equal(dropped.links.length, 20);
    for (const { id } of dropped.links) assert.ok(needed.has(id));
    const listed = await member(project)(operations.listBuilds, {
      params: { projectId: project.project.id },
    });
    assert.ok(
      bodyOf(listed, 200).builds.every(({ build }) => build !== '12'),
      'check keeps nothing',
    );
  });
});

/** Destinations are stored as URIs, whatever was typed. */
function readable({ paths, ...reach }: LinkReach): LinkReach {
  const decoded = (path: string | null) => path && decodeURI(path);
  return { ...reach, paths: { ios: decoded(paths.ios), android: decoded(paths.android) } };
}

async function listUnreachable(below?: number) {
  const all = [];
  let cursor: string | null | undefined;
  do {
    const reply = await member(project)(operations.listUnreachable, {
      params: { projectId: project.project.id },
      query: { limit: 70, ...(below !== undefined && { below }), ...(cursor && { cursor }) },
    });
    const page = bodyOf(reply, 200);
    all.push(...page.links);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}
