import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { DryRun, DryRunRequest } from '@fairlead/contract/operations/rules';
import type { Rule, Variant } from '@fairlead/contract/rules';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import { getLink } from '#links/finding/findLink.ts';
import type { Click } from '#visits/clicks/facts/Click.ts';
import { dryRun } from '#visits/decision/dryRun/dryRun.ts';
import { holdCalls } from '../support/callers/heldCalls.ts';
import { bodyOf } from '../support/callers/person.ts';
import {
  anonymous,
  anyProject,
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { clickOn } from '../support/callers/population.ts';
import { visit } from '../support/callers/request.ts';
import { until } from '../support/until.ts';
import { madeUpVisitor } from './visitors.ts';

const { createLink, dryRunLink, dryRunProject, getLinkResults, updateLink } = operations;

/** More by TEST_VISITORS. */
const VISITORS = Number(process.env['TEST_VISITORS'] ?? 300);
const OWN = 'https://example.com/own';
const to = (path: string) => ({ fallbackUrl: `https://example.com/${path}` });
const HOUR = 3_600_000;

/** Rules by what is stored with clicks. */
const KNOWN: Rule[] = [
  { name: 'Over', when: { to: '2020-01-01T00:00:00Z' }, to: to('over') },
  { name: 'Apps', when: { app: ['TikTok', 'Instagram'] }, to: to('apps') },
  { name: 'Third of Brazil', when: { country: ['BR'], share: 33.33 }, to: to('br') },
  {
    name: 'News',
    when: { referrer: ['*.news.example.com'], weekdays: [1, 2, 3, 4, 5, 6, 7] },
    to: to('news'),
  },
  { name: 'Japan', when: { device: ['desktop'], country: ['JP'] }, to: to('jp') },
  {
    name: 'iPhones',
    when: { platform: ['ios'], country: ['US'] },
    to: { iosUrl: 'https://example.com/us' },
  },
];
const VARIANTS: Variant[] = [
  { name: 'A', share: 60, to: to('a') },
  { name: 'B', share: 39, to: to('b') },
  { name: 'C', share: 1, to: to('c') },
];

async function open(host: string, slug: string, number: number): Promise<string> {
  const { address, userAgent, query, headers } = madeUpVisitor(number);
  const sent = { ...headers, 'x-forwarded-for': address };
  const reply = await visit(host, `/${slug}${query && `?${query}`}`, userAgent, sent);
  return reply.headers.location ?? '';
}

async function openAll(host: string, slug: string): Promise<string[]> {
  const urls: string[] = [];
  for (let number = 0; number < VISITORS; number += 1) urls.push(await open(host, slug, number));
  return urls;
}

async function newOwnLink(project: TestProject) {
  const link = await newLink(project, { type: 'unified', fallbackUrl: OWN });
  return { ...link, host: new URL(link.shortUrl).host };
}

async function ask(project: TestProject, id: string, body: DryRunRequest): Promise<DryRun> {
  return bodyOf(await appKey(project)(dryRunLink, { params: { id }, body }), 200);
}

/** Visits by where they went and where they go, from what visitors got. */
function compare(before: readonly string[], after: readonly string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const [number, from] of before.entries()) {
    const key = `${from} ${after[number]}`;
    if (from !== after[number]) counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  return counted;
}

function predictedBy({ changed }: DryRun): Map<string, number> {
  const counted = new Map<string, number>();
  for (const { fromUrl, toUrl, visits } of changed) {
    const key = `${fromUrl} ${toUrl}`;
    counted.set(key, (counted.get(key) ?? 0) + visits);
  }
  return counted;
}

/** Puts clicks where those of visitors come to. */
async function sow({ server: { app } }: TestProject, clicks: readonly Click[]): Promise<void> {
  await Promise.all(clicks.map((click) => app.ledger.record(click)));
}

describe('a dry run against what the same visitors then get', () => {
  test(`${VISITORS} visitors: 0 differences`, async () => {
    const project = await newProject();
    const link = await newOwnLink(project);
    const before = await openAll(link.host, link.slug);
    const change = { rules: KNOWN, variants: VARIANTS };
    const predicted = await ask(project, link.id, change);
    assert.equal(predicted.visits, VISITORS);
    assert.deepEqual([predicted.unknown, predicted.sampled], [0, null]);
    bodyOf(await appKey(project)(updateLink, { params: { id: link.id }, body: change }), 200);
    const after = await openAll(link.host, link.slug);
    assert.deepEqual(predictedBy(predicted), compare(before, after));
    const names = new Set(predicted.changed.map((each) => each.to));
    for (const name of [
      'rule Apps',
      'rule News',
      'rule Third of Brazil',
      'variant A',
      'variant B',
    ]) {
      assert.ok(names.has(name), name);
    }
    assert.ok(predicted.changed.every(({ from }) => from === 'the link itself'));
    // What all of them were led by then, and the next change.
    const later = {
      rules: KNOWN.slice(2),
      variants: VARIANTS.slice(0, 2).map((each) => ({ ...each, share: 50 })),
    };
    const next = await ask(project, link.id, { ...later, fallbackUrl: 'https://example.com/new' });
    bodyOf(
      await appKey(project)(updateLink, {
        params: { id: link.id },
        body: { ...later, fallbackUrl: 'https://example.com/new' },
      }),
      200,
    );
    const last = await openAll(link.host, link.slug);
    // Both rounds of visits are judged, so each visitor counts twice.
    const twice = [...compare(after, last)].map(([key, visits]) => [key, visits * 2] as const);
    assert.deepEqual(predictedBy(next), new Map(twice));
  });

  test('where the language decides, what is known is right, and what is not is counted', async () => {
    const project = await newProject();
    const link = await newOwnLink(project);
    const before = await openAll(link.host, link.slug);
    const rules: Rule[] = [
      { name: 'Apps', when: { app: ['TikTok', 'Instagram'] }, to: to('apps') },
      { name: 'German', when: { country: ['DE', 'AT'], language: ['de'] }, to: to('de') },
      { name: 'Mail', when: { country: ['AT'], query: { utm_source: 'mail' } }, to: to('mail') },
      { name: 'Japan', when: { country: ['JP'] }, to: to('jp') },
    ];
    const predicted = await ask(project, link.id, { rules });
    bodyOf(await appKey(project)(updateLink, { params: { id: link.id }, body: { rules } }), 200);
    const actual = compare(before, await openAll(link.host, link.slug));
    const known = predictedBy(predicted);
    assert.equal(
      known.get(`${OWN} https://example.com/jp`),
      actual.get(`${OWN} https://example.com/jp`),
    );
    const unsure = ['de', 'mail'].reduce(
      (sum, path) => sum + (actual.get(`${OWN} https://example.com/${path}`) ?? 0),
      0,
    );
    assert.ok(unsure > 0 && predicted.unknown >= unsure);
    assert.equal(known.has(`${OWN} https://example.com/de`), false);
    const [language, query] = predicted.reasons;
    assert.deepEqual([language?.condition, query?.condition], ['language', 'query']);
    assert.equal(language?.visits, predicted.unknown);
    assert.match(
      predicted.told.join(' '),
      /language of visitors is not stored.*Parameters of the URL/s,
    );
  });
});

describe('dryRunLink 200', () => {
  test('without a change, what visits were led by is compared with what the link is now', async () => {
    const project = await newProject();
    const link = await newOwnLink(project);
    await openAll(link.host, link.slug);
    bodyOf(
      await appKey(project)(updateLink, { params: { id: link.id }, body: { rules: KNOWN } }),
      200,
    );
    await openAll(link.host, link.slug);
    const results = await appKey(project)(getLinkResults, { params: { id: link.id }, query: {} });
    const { changedAt } = bodyOf(results, 200);
    const prediction = await ask(project, link.id, { before: changedAt ?? '' });
    assert.equal(prediction.visits, VISITORS);
    const saved = await ask(project, link.id, {});
    assert.equal(saved.visits, VISITORS * 2);
    assert.deepEqual(saved.changed, prediction.changed);
    const visits = saved.routes.map(({ visits: each }) => each / 2);
    assert.deepEqual(
      prediction.routes.map(({ visits: each }) => each),
      visits,
    );
    assert.equal(
      visits.reduce((sum, each) => sum + each, 0),
      VISITORS,
    );
  });

  test('only clicks of people in the days asked for count, and `at` opens a window of time', async () => {
    const project = await newProject();
    const link = await newOwnLink(project);
    const { key, projectId } = await getLink(project.server.app.db, project.project, link.id);
    const [now, day] = [Date.now(), 24 * HOUR];
    const german = { country: 'DE', device: 'desktop', os: 'Windows' };
    await sow(project, [
      clickOn({ key, projectId }, { ...german, at: now - 2 * day }),
      clickOn({ key, projectId }, { ...german, at: now - 4 * day }),
      clickOn({ key, projectId }, { ...german, at: now - HOUR, kind: 'bot' }),
    ]);
    const next = new Date(now + 10 * day).toISOString();
    const rules = [{ name: 'Sale', when: { country: ['DE'], from: next }, to: to('sale') }];
    const early = await ask(project, link.id, { rules, days: 3 });
    assert.deepEqual([early.visits, early.changed], [1, []]);
    assert.deepEqual(early.routes, [{ to: 'the link itself', visits: 1 }]);
    const { changed, told } = await ask(project, link.id, { rules, days: 5, at: next });
    assert.deepEqual(changed, [
      {
        from: 'the link itself',
        to: 'rule Sale',
        fromUrl: OWN,
        toUrl: 'https://example.com/sale',
        visits: 2,
      },
    ]);
    assert.match(told.join(' '), /Whether a rule has begun or ended is judged as of/);
  });

  test('destinations by themselves, a rule that leads to another link, and a former expiry', async () => {
    const project = await newProject();
    const [link, other] = [
      await newOwnLink(project),
      await newLink(project, { fallbackUrl: 'https://example.com/other' }),
    ];
    await openAll(link.host, link.slug);
    const moved = await ask(project, link.id, { fallbackUrl: 'https://example.com/new' });
    assert.deepEqual(predictedBy(moved), new Map([[`${OWN} https://example.com/new`, VISITORS]]));
    const rules = [
      {
        name: 'All',
        when: { platform: ['ios', 'android', 'desktop', 'other'] as const },
        to: { slug: other.slug },
      },
    ];
    const led = await ask(project, link.id, { rules: rules as unknown as Rule[] });
    assert.deepEqual(predictedBy(led), new Map([[`${OWN} https://example.com/other`, VISITORS]]));
    const expired = { expiresAt: new Date(Date.now() - HOUR).toISOString() };
    bodyOf(await appKey(project)(updateLink, { params: { id: link.id }, body: expired }), 200);
    const after = await ask(project, link.id, { expiredUrl: 'https://example.com/after' });
    assert.deepEqual(predictedBy(after), new Map([['null https://example.com/after', VISITORS]]));
  });

  test('whose visitor is erased is unknown only where a share decides', async () => {
    const project = await newProject();
    const link = await newOwnLink(project);
    const { key, projectId } = await getLink(project.server.app.db, project.project, link.id);
    const visitor = null;
    await sow(project, [
      clickOn({ key, projectId }, { visitor, country: 'DE' }),
      clickOn({ key, projectId }, { visitor, country: 'US' }),
      clickOn({ key, projectId }, { visitor: '42', country: 'US' }),
    ]);
    const rules = [{ name: 'Germany', when: { country: ['DE'] }, to: to('de') }];
    const { changed, unknown, reasons } = await ask(project, link.id, {
      rules,
      variants: VARIANTS,
    });
    assert.equal(unknown, 1);
    assert.deepEqual(reasons, [{ condition: 'share', visits: 1 }]);
    assert.equal(
      changed.reduce((sum, { visits }) => sum + visits, 0),
      2,
    );
  });

  test('of very many visits, shares are drawn for a part of the visitors, and the rest stays exact', async () => {
    const project = await newProject();
    const link = await newOwnLink(project);
    const { app } = project.server;
    const stored = await getLink(app.db, project.project, link.id);
    const clicks = Array.from({ length: 3000 }, (_, number) =>
      clickOn(stored, {
        visitor: String((number * 7919) % 100_003),
        country: number % 3 === 0 ? 'DE' : 'US',
      }),
    );
    await sow(project, clicks);
    const side = { link: stored, project: project.project, linked: new Map() };
    const rules = [{ name: 'Germany', when: { country: ['DE'] }, to: to('de') }];
    const after = {
      ...side,
      link: {
        ...stored,
        rules,
        variants: VARIANTS.slice(0, 2).map((each) => ({ ...each, share: 50 })),
      },
    };
    const now = Date.now();
    const result = await app.numbers.read((reading) =>
      dryRun(reading, {
        project: project.project,
        links: new Map([[stored.key, { before: side, after }]]),
        isAll: false,
        withUrls: true,
        range: { from: new Date(now - HOUR), to: new Date(now + HOUR) },
        at: now,
        exactVisits: 1000,
      }),
    );
    const visits = new Map(result.routes.map((each) => [each.to, each.visits]));
    assert.equal(result.visits, 3000);
    assert.equal(visits.get('rule Germany'), 1000);
    const [a = 0, b = 0] = [visits.get('variant A'), visits.get('variant B')];
    assert.equal(a + b, 2000);
    // A third of 2,000, at even shares: six standard deviations.
    assert.ok(Math.abs(a - b) < 2 * 6 * Math.sqrt(2000 / 3 / 4) * 3, `${a} and ${b}`);
    assert.ok(result.sampled !== null && result.sampled < 1000);
    assert.match(result.told.join(' '), /Of 3,000 visits/);
  });
});

describe('dryRunProject 200', () => {
  test('judges the links of a filter, each for itself, and what another default URL would do', async () => {
    const project = await newProject({ defaultUrl: 'https://example.com/default' });
    const call = member(project);
    const tagged = await newOwnLink(project);
    const other = bodyOf(await appKey(project)(createLink, { body: { type: 'dynamic' } }), 201);
    bodyOf(
      await appKey(project)(updateLink, { params: { id: tagged.id }, body: { tags: ['spring'] } }),
      200,
    );
    await openAll(tagged.host, tagged.slug);
    await open(tagged.host, other.slug, 0);
    const params = { projectId: project.project.id };
    const run = async (body: Parameters<typeof call<typeof dryRunProject>>[1]['body']) =>
      bodyOf(await call(dryRunProject, { params, body }), 200);
    const of = await run({ filter: { tag: 'spring' }, rules: KNOWN, variants: VARIANTS });
    const one = await ask(project, tagged.id, { rules: KNOWN, variants: VARIANTS });
    assert.deepEqual([of.links, of.visits], [1, VISITORS]);
    assert.deepEqual(of.routes, one.routes);
    assert.ok(of.changed.every((each) => !('toUrl' in each)));
    const all = await run({ rules: KNOWN });
    assert.deepEqual([all.links, all.visits], [2, VISITORS + 1]);
    const moved = await run({ defaultUrl: 'https://example.com/elsewhere' });
    assert.deepEqual(moved.changed, [
      { from: 'the link itself', to: 'the link itself', visits: 1 },
    ]);
    assert.equal(moved.unknown, 0);
  });
});

describe('dry run errors', () => {
  test('400 names the field: rules, days, a target, and nothing to change', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    const call = appKey(project);
    const rules = [{ when: { country: ['DE'] }, to: {} }];
    const reply = await call(dryRunLink, { params: { id }, body: { rules } });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /rules\.0\.to must have destinations, slug or update/);
    const long = await call(dryRunLink, { params: { id }, body: { days: 91 } });
    assert.match(JSON.stringify(long.body), /days must be/);
    const params = { projectId: project.project.id };
    const none = await member(project)(dryRunProject, { params, body: {} });
    assert.equal(none.status, 400);
    assert.match(JSON.stringify(none.body), /rules, variants or defaultUrl must be sent/);
    const bad = await member(project)(dryRunProject, {
      params,
      body: { defaultUrl: 'javascript:alert(1)' },
    });
    assert.equal(bad.status, 400);
    assert.match(JSON.stringify(bad.body), /defaultUrl/);
  });

  test('401, 403, 404 and 413 say why', async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    const call = appKey(project);
    assert.equal((await (await anonymous())(dryRunLink, { params: { id }, body: {} })).status, 401);
    const key = await insertAppKey(project.server.app.db, project.project, {
      name: 'App',
      class: 'publishable',
    });
    const app = await anonymous('/v1', { 'x-app-key': key.text });
    assert.equal((await app(dryRunLink, { params: { id }, body: {} })).status, 403);
    const foreign = await newLink(await anyProject());
    assert.equal((await call(dryRunLink, { params: { id: foreign.id }, body: {} })).status, 404);
    const large = { rules: [{ when: { country: ['DE'] }, to: to('x'.repeat(300_000)) }] };
    assert.equal((await call(dryRunLink, { params: { id }, body: large })).status, 413);
    const params = { projectId: project.project.id };
    assert.equal((await member(project)(dryRunProject, { params, body: large })).status, 413);
  });

  test(`429 beyond ${LIMITS.dryRuns} of a project at a time, until one of them ends`, async () => {
    const project = await newProject();
    const { id } = await newLink(project);
    const params = { projectId: project.project.id };
    const own = { 'x-app-key': project.appKey };
    const session = { authorization: `Bearer ${project.sessionToken}` };
    for (const [path, headers, ask] of [
      [
        `/v1/links/${id}/dry-run`,
        own,
        () => appKey(project)(dryRunLink, { params: { id }, body: {} }),
      ],
      [
        `/api/v1/projects/${params.projectId}/dry-run`,
        session,
        () => member(project)(dryRunProject, { params, body: { rules: null } }),
      ],
    ] as const) {
      {
        const { port } = project.server;
        using held = holdCalls({ port, path, headers, howMany: LIMITS.dryRuns + 1 });
        const refused = await held.first;
        assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '1']);
        assert.equal((await ask()).status, 429);
      }
      await until('there is room again', async () => (await ask()).status === 200);
    }
  });
});
