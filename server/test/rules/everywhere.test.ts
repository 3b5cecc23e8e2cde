import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateLinkRequest } from '@fairlead/contract/operations/linkManagement';
import { newPhoneProject } from '../linkhost/phoneProject.ts';
import { bodyOf } from '../support/callers/person.ts';
import {
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { send, USER_AGENTS, visit } from '../support/callers/request.ts';
import { madeUpVisitor, TEN_RULES, VARIANTS } from './visitors.ts';

const { matchDeferred, simulateVisit, updateLink } = operations;

/** More by TEST_VISITORS. */
const VISITORS = Number(process.env['TEST_VISITORS'] ?? 400);
const OWN = 'https://example.com/own';

type Fields = Parameters<typeof newLink>[1];

async function newRuledLink(project: TestProject, changes: UpdateLinkRequest, fields: Fields = {}) {
  const link = await newLink(project, { type: 'unified', fallbackUrl: OWN, ...fields });
  bodyOf(await appKey(project)(updateLink, { params: { id: link.id }, body: changes }), 200);
  return { ...link, host: new URL(link.shortUrl).host };
}

/** What an app gets that resolves a URL. */
async function resolved(url: string, headers: Readonly<Record<string, string>> = {}) {
  const path = `/v1/sdk/resolve?url=${encodeURIComponent(url)}`;
  const reply = await send({ path, headers });
  assert.equal(reply.status, 200, reply.text);
  return JSON.parse(reply.text) as Readonly<Record<string, string | undefined>>;
}

/** Clicks of a link by route and source, once all are loaded. */
async function routesOf({ server: { app } }: TestProject, linkId: string) {
  return app.numbers.settle(async () => {
    const rows = await app.db
      .selectFrom('clicks')
      .innerJoin('links', 'links.key', 'clicks.link_key')
      .leftJoin('routes', 'routes.code', 'clicks.route')
      .select(['routes.route', 'clicks.source', (any) => any.fn.countAll<number>().as('count')])
      .where('links.id', '=', linkId)
      .groupBy(['routes.route', 'clicks.source'])
      .execute();
    return new Map(rows.map((row) => [`${row.source} ${row.route ?? ''}`, row.count]));
  });
}

describe('rules and variants decide the same everywhere', () => {
  test(`${VISITORS} visitors: live link, simulator, resolve and the stored clicks`, async () => {
    const project = await newProject();
    const link = await newRuledLink(project, { rules: TEN_RULES, variants: VARIANTS });
    const { app } = project.server;
    const differences: unknown[] = [];
    const led = new Map<string, number>();
    for (let number = 0; number < VISITORS; number += 1) {
      const { address, userAgent, query, headers, person } = madeUpVisitor(number);
      const sent = { ...headers, 'x-forwarded-for': address, 'user-agent': userAgent };
      const path = `/${link.slug}${query && `?${query}`}`;
      const live = await visit(link.host, path, userAgent, sent);
      const hash = app.hashVisitor(address, userAgent, Date.now()) ?? '';
      const body = { visitor: { ...person, visitor: hash } };
      const reply = await appKey(project)(simulateVisit, { params: { id: link.id }, body });
      const { rule, variant, fallback, visitor } = bodyOf(reply, 200);
      const inApp = await resolved(`https://${link.host}${path}`, sent);
      const own = visitor.platform === 'ios' ? inApp['iosUrl'] : undefined;
      const to = [live.headers.location, own ?? inApp['fallbackUrl']];
      const names = [inApp['rule'], inApp['variant']];
      const isSame =
        to.every((url) => url === fallback) && names[0] === rule && names[1] === variant;
      if (!isSame) differences.push({ number, to, names, rule, variant, fallback });
      const name = rule === undefined ? `variant ${variant}` : `rule ${rule}`;
      led.set(name, (led.get(name) ?? 0) + 1);
    }
    assert.deepEqual(differences, []);
    const expected = [...led].flatMap(([name, count]) => [
      [`0 ${name}`, count] as const,
      [`2 ${name}`, count] as const,
    ]);
    assert.deepEqual(await routesOf(project, link.id), new Map(expected));
    const never = new Set(['rule Over', 'rule Old app', 'variant C']);
    const names = [
      ...TEN_RULES.map(({ name }) => `rule ${name}`),
      ...VARIANTS.map(({ name }) => `variant ${name}`),
    ];
    for (const name of names) assert.ok(led.has(name) || never.has(name), name);
  });

  test('crawlers get the preview of the link itself, and no route', async () => {
    const project = await newProject();
    const link = await newRuledLink(project, {
      rules: [
        {
          when: { platform: ['desktop', 'other'] },
          to: { fallbackUrl: 'https://example.com/rule' },
        },
      ],
    });
    const reply = await visit(link.host, `/${link.slug}`, USER_AGENTS.facebook);
    assert.match(reply.text, /https:\/\/example\.com\/own/);
    assert.deepEqual(await routesOf(project, link.id), new Map([['0 ', 1]]));
  });

  test('the variant of a click goes on to the app, whatever the app would be given itself', async () => {
    const project = await newPhoneProject();
    const both = [
      { name: 'A', share: 50, to: { fallbackUrl: 'https://example.com/a' } },
      { name: 'B', share: 50, to: { fallbackUrl: 'https://example.com/b' } },
    ];
    const link = await newRuledLink(project, { variants: both }, { type: 'dynamic' });
    const seen = new Set<string>();
    // Which of them a visitor gets is drawn: until both came.
    for (let n = 1; seen.size < 2 && n <= 100; n += 1) {
      const address = `198.51.100.${n}`;
      const page = await visit(link.host, `/${link.slug}`, USER_AGENTS.android, {
        'x-forwarded-for': address,
      });
      const [, query = ''] =
        /intent:\/\/[^?"]*\?([^#"]+)#Intent/.exec(page.text.replaceAll('&amp;', '&')) ?? [];
      const kept = new URLSearchParams(query);
      const variant = kept.get('_lr')?.replace('variant ', '') ?? 'none';
      seen.add(variant);
      assert.match(
        page.text,
        new RegExp(
          `example\\.com%2F${variant.toLowerCase()}|example\\.com/${variant.toLowerCase()}`,
        ),
      );
      const inApp = await resolved(`https://${link.host}/${link.slug}?${query}`, {
        'x-forwarded-for': '192.0.2.9',
      });
      assert.equal(inApp['variant'], variant);
      // After installing: matched by the click id of the store's referrer.
      const clickId = (kept.get('_lc') ?? '').split('.')[0] ?? '';
      const body = { clickId, fingerprint: { os: 'android' }, installationId: `phone-${n}` };
      const matched = bodyOf(await appKey(project)(matchDeferred, { body }), 200);
      assert.equal(matched.variant, matched.data === null ? undefined : variant);
      if (matched.data !== null) {
        const again = await resolved(matched.data.deepLink, { 'x-forwarded-for': '192.0.2.77' });
        assert.equal(again['variant'], variant);
      }
    }
    assert.deepEqual([...seen].toSorted(), ['A', 'B']);
  });

  test('_lr alone chooses nothing, and never a route that the link does not have', async () => {
    const project = await newProject();
    const rules = [
      { name: 'DE', when: { country: ['DE'] }, to: { fallbackUrl: 'https://example.com/de' } },
    ];
    const link = await newRuledLink(project, { rules });
    for (const query of [
      '_lr=rule%20DE',
      '_lr=rule%20DE&_lc=019a1b2c-3d4e-7f00-8abc-0123456789ab',
    ]) {
      const reply = await visit(link.host, `/${link.slug}?${query}`);
      assert.equal(reply.headers.location, OWN);
      assert.equal(
        (await resolved(`https://${link.host}/${link.slug}?${query}`))['rule'],
        undefined,
      );
    }
    const back = await visit(link.host, `/${link.slug}?ulhop=1&_lr=rule%20FR`);
    assert.equal(back.headers.location, OWN);
  });

  test('destinations of a rule take the place of all of the link’s, and a variant without any leads where the link does', async () => {
    const project = await newProject();
    const link = await newRuledLink(
      project,
      {
        rules: [{ when: { language: ['de'] }, to: { fallbackUrl: 'https://example.com/de' } }],
        variants: VARIANTS.map((variant) => ({ ...variant, to: {} })),
      },
      { iosUrl: 'https://example.com/own-ios' },
    );
    const to = async (language: string) => {
      const headers = { 'accept-language': language };
      return (await visit(link.host, `/${link.slug}`, USER_AGENTS.iphone, headers)).headers
        .location;
    };
    assert.deepEqual(
      [await to('de'), await to('en')],
      ['https://example.com/de', 'https://example.com/own-ios'],
    );
  });

  test('a rule leads to another link, whose rules apply in turn', async () => {
    const project = await newProject();
    const other = await newRuledLink(
      project,
      {
        rules: [
          {
            name: 'German',
            when: { language: ['de'] },
            to: { fallbackUrl: 'https://example.com/de' },
          },
        ],
      },
      { fallbackUrl: 'https://example.com/other', parameters: { screen: 'other' } },
    );
    const rules = [
      { name: 'Phones', when: { device: ['mobile' as const] }, to: { slug: other.slug } },
    ];
    const link = await newRuledLink(project, { rules });
    const to = async (userAgent: string, language = 'en') =>
      (await visit(link.host, `/${link.slug}`, userAgent, { 'accept-language': language })).headers
        .location;
    assert.equal(await to(USER_AGENTS.desktop), OWN);
    assert.equal(await to(USER_AGENTS.android), 'https://example.com/other');
    assert.equal(await to(USER_AGENTS.android, 'de-CH'), 'https://example.com/de');
    const inApp = await resolved(link.shortUrl, { 'user-agent': USER_AGENTS.iphone });
    assert.deepEqual([inApp['slug'], inApp['rule']], [other.slug, 'Phones']);
    assert.deepEqual(inApp['parameters'], { screen: 'other' });
    bodyOf(await appKey(project)(operations.deleteLink, { params: { id: other.id } }), 200);
    assert.equal(await to(USER_AGENTS.android), OWN);
  });

  test('“update the app” is for apps that say their build, and for nobody else', async () => {
    const project = await newPhoneProject();
    const rules = [
      { name: 'Old', when: { appBuild: { max: '41' } }, to: { update: true as const } },
    ];
    const link = await newRuledLink(project, { rules });
    const ask = (build: string) =>
      resolved(link.shortUrl, { 'x-svc-app-build': build, 'x-svc-client-platform': 'ios' });
    const old = await ask('41.9');
    assert.deepEqual(
      [old['rule'], old['updateUrl'], old['fallbackUrl']],
      ['Old', 'https://apps.apple.com/app/id123456789', OWN],
    );
    for (const build of ['42', '100', '', 'x'.repeat(40)]) {
      const { rule, updateUrl } = await ask(build);
      assert.deepEqual([rule, updateUrl], [undefined, undefined], build);
    }
    const page = await visit(link.host, `/${link.slug}`, USER_AGENTS.iphone, {
      'x-svc-app-build': '1',
    });
    assert.equal(page.headers.location, OWN);
  });

  test('hours and weekdays are those of the project’s time zone', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const now = new Date();
    const rules = [
      {
        name: 'Now',
        when: { hours: [hourIn('Asia/Tokyo', now)] },
        to: { fallbackUrl: 'https://example.com/now' },
      },
    ];
    const link = await newRuledLink(project, { rules });
    const simulate = async () => {
      const body = { visitor: { at: now.toISOString() } };
      return bodyOf(await appKey(project)(simulateVisit, { params: { id: link.id }, body }), 200)
        .rule;
    };
    assert.equal(await simulate(), undefined);
    const body = { timeZone: 'Asia/Tokyo' };
    bodyOf(await member(project)(operations.updateProject, { params, body }), 200);
    assert.equal(await simulate(), 'Now');
  });
});

function hourIn(timeZone: string, at: Date): number {
  return Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at),
  );
}
