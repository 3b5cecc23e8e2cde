import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { BodyOf } from '@fairlead/contract/operation';
import type { Rule } from '@fairlead/contract/rules';
import { bodyOf } from '../support/callers/person.ts';
import {
  appKey,
  member,
  newLink,
  newProject,
  type TestProject,
} from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';

const { changeProjectLinks, createLink, createManagedLink, createProjectLink } = operations;
const { getLink, getLinkById, getProjectLink, simulateVisit, updateLink } = operations;

const DE = 'https://example.com/de';
const GERMANY: Rule = { name: 'Germany', when: { country: ['DE'] }, to: { fallbackUrl: DE } };
const HALVES = [
  { name: 'A', share: 50, to: {} },
  { name: 'B', share: 50, to: { fallbackUrl: 'https://example.com/b' } },
];

async function change(project: TestProject, id: string, body: UpdateLinkRequest) {
  return appKey(project)(updateLink, { params: { id }, body });
}

describe('rules and variants of a link', () => {
  test('are stored in order, each with a name, and come back as they were sent', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const rules: Rule[] = [
      {
        when: { language: ['de'], share: 12.34 },
        to: { fallbackUrl: 'https://example.com/größe' },
      },
      { name: 'rule 3', when: { query: { a: null, b: '1' } }, to: { update: true } },
      {
        when: { osVersion: { min: '17', max: '18.4' }, platform: ['ios'] },
        to: { iosUrl: 'myapp://x' },
      },
    ];
    const changed = bodyOf(await change(project, link.id, { rules, variants: HALVES }), 200);
    assert.deepEqual(changed.rules, [
      {
        name: 'Rule 1',
        when: rules[0]!.when,
        to: { fallbackUrl: 'https://example.com/gr%C3%B6%C3%9Fe' },
      },
      { name: 'rule 3', when: rules[1]!.when, to: { update: true } },
      { name: 'Rule 4', when: rules[2]!.when, to: { iosUrl: 'myapp://x' } },
    ]);
    assert.deepEqual(changed.variants, HALVES);
    const again = bodyOf(await appKey(project)(getLinkById, { params: { id: link.id } }), 200);
    assert.deepEqual([again.rules, again.variants], [changed.rules, changed.variants]);
    const params = { projectId: project.project.id, linkId: link.id };
    const shown = bodyOf(await member(project)(getProjectLink, { params }), 200);
    assert.deepEqual([shown.rules, shown.variants], [changed.rules, changed.variants]);
    const app = bodyOf(await appKey(project)(getLink, { params: { slug: link.slug } }), 200);
    assert.ok(!('rules' in app) && !('variants' in app));
    for (const none of [null, []]) {
      const cleared = bodyOf(await change(project, link.id, { rules: none, variants: null }), 200);
      assert.ok(!('rules' in cleared) && !('variants' in cleared));
    }
  });

  test('are set by every way of creation but an app’s', async () => {
    const project = await newProject();
    const fields = {
      type: 'unified',
      rules: [GERMANY],
      variants: HALVES,
      expiredUrl: DE,
      expiresAfterClicks: 9,
    } as const;
    const body = { ...fields, rules: [...fields.rules], variants: [...fields.variants] };
    const made = bodyOf(await appKey(project)(createManagedLink, { body }), 201);
    const params = { projectId: project.project.id };
    const shown = bodyOf(await member(project)(createProjectLink, { params, body }), 201);
    const row = JSON.stringify([body]);
    const headers = { 'x-app-key': project.appKey, 'content-type': 'application/json' };
    const reply = await send({ method: 'POST', path: '/v1/links/bulk', headers, body: row });
    const { id } = JSON.parse(reply.text) as { id: string };
    const bulk = bodyOf(await appKey(project)(getLinkById, { params: { id } }), 200);
    for (const link of [made, shown, bulk]) {
      const { rules, variants, expiredUrl, expiresAfterClicks } = link;
      assert.deepEqual(
        { rules, variants, expiredUrl, expiresAfterClicks },
        { rules: [GERMANY], variants: HALVES, expiredUrl: DE, expiresAfterClicks: 9 },
      );
    }
    const refused = await appKey(project)(createLink, { body });
    assert.equal(refused.status, 400);
  });

  const to = { fallbackUrl: DE };
  const REFUSED: readonly [string, UpdateLinkRequest, string, RegExp][] = [
    ['no target', { rules: [{ when: {}, to: {} }] }, 'rules.0.to', /destinations, slug or update/],
    [
      'two targets',
      { rules: [{ when: {}, to: { ...to, update: true } }] },
      'rules.0.to',
      /only one/,
    ],
    [
      'a bad destination',
      { rules: [GERMANY, { when: {}, to: { iosUrl: 'javascript:1' } }] },
      'rules.1.to.iosUrl',
      /scheme/,
    ],
    [
      'no such link',
      { rules: [{ when: {}, to: { slug: 'nowhere' } }] },
      'rules.0.to.slug',
      /names no link/,
    ],
    [
      'an unknown key',
      { rules: [{ when: { contry: ['DE'] } as never, to }] },
      'rules.0.when.contry',
      /contry/,
    ],
    [
      'an unknown app',
      { rules: [{ when: { app: ['TikTak'] as never }, to }] },
      'rules.0.when.app.0',
      /app/,
    ],
    [
      'a country of three letters',
      { rules: [{ when: { country: ['DEU'] }, to }] },
      'rules.0.when.country.0',
      /two letters/,
    ],
    [
      'an empty range',
      { rules: [{ when: { osVersion: {} }, to }] },
      'rules.0.when.osVersion',
      /min, max or both/,
    ],
    [
      'a range upside down',
      { rules: [{ when: { appBuild: { min: '10', max: '9' } }, to }] },
      'rules.0.when.appBuild',
      /swap/,
    ],
    [
      'a time upside down',
      { rules: [{ when: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, to }] },
      'rules.0.when.to',
      /after from/,
    ],
    [
      'three decimals',
      { rules: [{ when: { share: 33.333 }, to }] },
      'rules.0.when.share',
      /two decimals/,
    ],
    ['less than a percent', { rules: [{ when: { share: 0.5 }, to }] }, 'rules.0.when.share', /1/],
    [
      'the same name twice',
      { rules: [GERMANY, { ...GERMANY, name: 'germany ' }] },
      'rules.1.name',
      /another one/,
    ],
    ['one variant', { variants: HALVES.slice(0, 1) }, 'variants', /2/],
    [
      'shares of 90',
      { variants: [HALVES[0]!, { ...HALVES[1]!, share: 40 }] },
      'variants',
      /add up to 100/,
    ],
    [
      'too many rules',
      { rules: Array.from({ length: 21 }, () => ({ when: {}, to })) },
      'rules',
      /20/,
    ],
    ['a bad URL for afterwards', { expiredUrl: 'data:x' }, 'expiredUrl', /scheme/],
    ['no clicks', { expiresAfterClicks: 0 }, 'expiresAfterClicks', /1/],
  ];
  for (const [what, body, field, message] of REFUSED) {
    test(`are refused with ${what}, naming the field`, async () => {
      const project = await newProject();
      const link = await newLink(project);
      const call = appKey(project, { accept: 'application/problem+json' });
      const reply = await call(updateLink, { params: { id: link.id }, body });
      assert.equal(reply.status, 400);
      const { errors } = reply.body as unknown as { errors: { field: string; message: string }[] };
      const found = errors.find((each) => each.field === field);
      assert.ok(found, JSON.stringify(errors));
      assert.match(found.message, message);
    });
  }

  test('are refused if they lead in a circle, over links and URLs of any length', async () => {
    const project = await newProject();
    const a = await newLink(project);
    const b = await newLink(project);
    const c = await newLink(project);
    const ruleTo = (target: Rule['to']) => ({ rules: [{ when: { country: ['DE'] }, to: target }] });
    assert.equal((await change(project, a.id, ruleTo({ slug: a.slug }))).status, 400);
    bodyOf(await change(project, a.id, ruleTo({ slug: b.slug })), 200);
    bodyOf(
      await change(project, b.id, {
        variants: [HALVES[0]!, { ...HALVES[1]!, to: { slug: c.slug } }],
      }),
      200,
    );
    for (const target of [{ slug: a.slug }, { fallbackUrl: a.shortUrl }]) {
      const reply = await change(project, c.id, ruleTo(target));
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), /which leads back here/);
    }
    const plain = await change(project, c.id, { fallbackUrl: a.shortUrl });
    assert.equal(plain.status, 400);
  });

  test('that are never reached, overlap or are over are saved, and said', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const rule = (name: string, when: Rule['when']): Rule => ({ name, when, to });
    const rules = [
      rule('Europe', { country: ['DE', 'FR'] }),
      rule('German phones', { country: ['de'], device: ['mobile'] }),
      rule('Tablets', { device: ['tablet'] }),
      rule('iPads', { device: ['ipad'] }),
      rule('Past', { to: '2020-01-01T00:00:00Z' }),
      rule('Japan', { country: ['JP'], language: ['ja'] }),
      rule('All', {}),
    ];
    const { ruleNotes } = bodyOf(await change(project, link.id, { rules, variants: HALVES }), 200);
    const told = ruleNotes?.map(({ rule: name, code }) => `${name} ${code}`);
    assert.deepEqual(told, [
      'German phones never_reached',
      'Tablets overlaps',
      'iPads never_reached',
      'Past never_true',
      'Japan overlaps',
      'All overlaps',
      'A never_reached',
    ]);
  });

  test('are set and removed for many links at once', async () => {
    const project = await newProject();
    const [a, b] = [await newLink(project), await newLink(project)];
    const params = { projectId: project.project.id };
    const call = (body: object) =>
      member(project)(changeProjectLinks, {
        params,
        body: { filter: {}, expected: 2, change: body },
      });
    const done = bodyOf(await call({ rules: [GERMANY] }), 200);
    assert.equal(done.changed.length, 2);
    assert.equal(bodyOf(await call({ rules: [GERMANY] }), 200).changed.length, 0);
    const led = bodyOf(
      await call({ variants: [HALVES[0], { ...HALVES[1], to: { slug: b.slug } }] }),
      200,
    );
    assert.deepEqual(led.changed, [a.id]);
    assert.match(led.refused[0]?.message ?? '', /lead to itself/);
    const refused = await call({ rules: [{ when: {}, to: {} }] });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /change\.rules\.0\.to/);
    bodyOf(await call({ rules: null }), 200);
    const link = bodyOf(await appKey(project)(getLinkById, { params: { id: a.id } }), 200);
    assert.ok(!('rules' in link));
  });
});

describe('simulateVisit', () => {
  test('takes rules that are not saved, for members and keys', async () => {
    const project = await newProject();
    const link = await newLink(project, {
      type: 'unified',
      fallbackUrl: 'https://example.com/own',
    });
    const body = { visitor: { country: 'de' }, rules: [GERMANY] };
    for (const call of [appKey(project), member(project)]) {
      const visit = bodyOf(await call(simulateVisit, { params: { id: link.id }, body }), 200);
      assert.deepEqual([visit.rule, visit.fallback, visit.countedAs], ['Germany', DE, 'click']);
      assert.match(visit.reason, /Germany/);
    }
    const own = { visitor: { as: 'android-chrome' as const, at: '2026-01-01T00:00:00Z' } };
    const visit = bodyOf(
      await appKey(project)(simulateVisit, { params: { id: link.id }, body: own }),
      200,
    );
    assert.deepEqual([visit.rule, visit.as], [undefined, 'android-chrome']);
  });

  test('refuses rules that could not be saved, two kinds of visitor, and links of others', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const link = await newLink(project);
    const ask = (body: BodyOf<typeof simulateVisit>, by = project) =>
      appKey(by)(simulateVisit, { params: { id: link.id }, body });
    const bad = await ask({ visitor: {}, rules: [{ when: {}, to: {} }] });
    assert.equal(bad.status, 400);
    const both = await ask({ visitor: { as: 'desktop', userAgent: 'x' } });
    assert.equal(both.status, 400);
    assert.equal((await ask({ visitor: {} }, other)).status, 404);
    const large = await ask({
      visitor: { referrer: `https://example.com/${'x'.repeat(300_000)}` },
    });
    assert.equal(large.status, 413);
  });
});
