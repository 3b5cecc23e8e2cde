import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateLinkRequest } from '@fairlead/contract/operations/linkManagement';
import { useUpLinks } from '../../src/links/changing/useUpLinks.ts';
import {
  anonymous,
  appKey,
  member,
  newLink,
  newProject,
  statsOf,
  type TestProject,
} from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { USER_AGENTS, visit } from '../support/callers/request.ts';
import { until } from '../support/until.ts';

// Rule: rules.

const WEB = 'https://example.com';
const GERMANY = { name: 'Germany', when: { country: ['DE'] }, to: { fallbackUrl: `${WEB}/de` } };

/** A unified link "a" with an own URL for iPhones, changed so. */
async function newRuled(changes: UpdateLinkRequest, project?: TestProject) {
  const own = project ?? (await newProject());
  const { id, shortUrl } = await newLink(own, {
    type: 'unified',
    slug: 'a',
    fallbackUrl: `${WEB}/`,
    iosUrl: `${WEB}/ios`,
  });
  const change = (body: UpdateLinkRequest) =>
    appKey(own)(operations.updateLink, { params: { id }, body });
  const link = bodyOf(await change(changes), 200);
  const lead = async (country: string, userAgent?: string, path = '/a') =>
    (await visit(own.host, path, userAgent, { 'cf-ipcountry': country })).headers.location;
  return { project: own, id, shortUrl, link, change, lead };
}

describe('rules of a link', () => {
  test('the first that fits decides, then the link itself', async () => {
    const later = { when: { country: ['de', 'AT'] }, to: { fallbackUrl: `${WEB}/dach` } };
    const { lead, link } = await newRuled({ rules: [GERMANY, later] });
    assert.deepEqual(
      [await lead('DE'), await lead('AT'), await lead('FR')],
      [`${WEB}/de`, `${WEB}/dach`, `${WEB}/`],
    );
    assert.deepEqual(
      link.rules?.map(({ name }) => name),
      ['Germany', 'Rule 2'],
    );
  });

  test('destinations of a rule take the place of all of the link’s', async () => {
    const { lead } = await newRuled({ rules: [GERMANY] });
    assert.equal(await lead('FR', USER_AGENTS.iphone), `${WEB}/ios`);
    assert.equal(await lead('DE', USER_AGENTS.iphone), `${WEB}/de`);
  });

  test('conditions that are not known do not fit, and days are those of the project’s time zone', async () => {
    const { project, change, lead } = await newRuled({ rules: [GERMANY] });
    assert.equal(await lead('XX'), `${WEB}/`);
    const zone = { params: { projectId: project.project.id }, body: { timeZone: 'Asia/Tokyo' } };
    bodyOf(await member(project)(operations.updateProject, zone), 200);
    const sunday = { when: { weekdays: [7], hours: [23] }, to: { fallbackUrl: `${WEB}/sunday` } };
    const { id } = bodyOf(await change({ rules: [sunday] }), 200);
    const at = async (time: string) => {
      const body = { visitor: { at: time } };
      const call = appKey(project)(operations.simulateVisit, { params: { id }, body });
      return bodyOf(await call, 200).rule;
    };
    assert.equal(await at('2026-11-29T14:30:00Z'), 'Rule 1');
    assert.equal(await at('2026-11-29T23:30:00Z'), undefined);
  });

  test('another link is followed by its own rules; visits count for the one that was opened', async () => {
    const project = await newProject();
    const other = await newLink(project, { type: 'unified', slug: 'b', fallbackUrl: `${WEB}/b` });
    const params = { id: other.id };
    const hop = { rules: [{ ...GERMANY, when: { platform: ['desktop' as const] } }] };
    bodyOf(await appKey(project)(operations.updateLink, { params, body: hop }), 200);
    const rules = [{ when: { country: ['AT'] }, to: { slug: 'b' } }];
    const { lead, id } = await newRuled({ rules }, project);
    assert.equal(await lead('AT'), `${WEB}/de`);
    assert.equal(await lead('AT', USER_AGENTS.android), `${WEB}/b`);
    assert.deepEqual(
      [(await statsOf(project, id)).clicks, (await statsOf(project, other.id)).clicks],
      [2, 0],
    );
  });

  test('crawlers are not led', async () => {
    const { project } = await newRuled({ rules: [{ when: {}, to: { fallbackUrl: `${WEB}/x` } }] });
    const { status, text } = await visit(project.host, '/a', USER_AGENTS.facebook);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /example\.com\/x/);
  });

  test('resolve tells the app what led it, by its build too', async () => {
    const builds = { appBuild: { max: '41' } };
    const rules = [{ name: 'Old', when: builds, to: { update: true as const } }, GERMANY];
    const { shortUrl } = await newRuled({ rules });
    const resolve = async (headers: Record<string, string>) => {
      const call = await anonymous('/v1', headers);
      return bodyOf(await call(operations.resolveLink, { query: { url: shortUrl } }), 200);
    };
    const german = await resolve({ 'cf-ipcountry': 'DE' });
    assert.deepEqual([german.rule, german.fallbackUrl], ['Germany', `${WEB}/de`]);
    const old = await resolve({ 'x-svc-app-build': '41.0.2' });
    assert.deepEqual([old.rule, 'updateUrl' in old], ['Old', false]);
  });
});

describe('an experiment', () => {
  const VARIANTS = [
    { name: 'A', share: 50, to: {} },
    { name: 'B', share: 50, to: { fallbackUrl: `${WEB}/b` } },
  ];

  test('has the visitors whom no rule fits, each of them in one variant', async () => {
    const { lead, project, id } = await newRuled({ rules: [GERMANY], variants: VARIANTS });
    assert.equal(await lead('DE'), `${WEB}/de`);
    const first = await lead('FR');
    assert.equal(await lead('FR'), first);
    const drawn = new Set<string | undefined>();
    for (let n = 0; n < 40; n += 1) {
      const body = { visitor: { visitor: `visitor ${n}` } };
      const call = appKey(project)(operations.simulateVisit, { params: { id }, body });
      drawn.add(bodyOf(await call, 200).variant);
    }
    assert.deepEqual(drawn, new Set(['A', 'B']));
  });

  test('reaches the app that resolves', async () => {
    const { shortUrl } = await newRuled({ variants: VARIANTS });
    const query = { url: `${shortUrl}?ulhop=1` };
    const call = await anonymous();
    const { variant } = bodyOf(await call(operations.resolveLink, { query }), 200);
    assert.match(variant ?? '', /^[AB]$/);
  });
});

describe('expiry of a link', () => {
  test('leads to the URL for afterwards by time, and rules lead nobody any more', async () => {
    const { change, lead } = await newRuled({ rules: [GERMANY] });
    bodyOf(await change({ expiresAt: '2020-01-01T00:00:00Z', expiredUrl: `${WEB}/over` }), 200);
    assert.equal(await lead('DE'), `${WEB}/over`);
  });

  test('comes after as many clicks by people', async () => {
    const { project, lead } = await newRuled({ expiresAfterClicks: 2, expiredUrl: `${WEB}/over` });
    await lead('FR');
    await visit(project.host, '/a', USER_AGENTS.facebook);
    assert.equal(await lead('FR'), `${WEB}/`);
    await until('the link to be used up', async () => {
      await useUpLinks(project.server.app.db);
      return (await lead('FR')) === `${WEB}/over`;
    });
  });
});

describe('what is wrong with rules', () => {
  const to = { fallbackUrl: `${WEB}/x` };
  const half = { name: 'A', share: 50, to: {} };
  const WRONG: readonly [string, UpdateLinkRequest, RegExp][] = [
    ['nowhere', { rules: [{ when: {}, to: {} }] }, /rules\.0\.to must have destinations/],
    ['both ways', { rules: [{ when: {}, to: { ...to, slug: 'a' } }] }, /only one of the three/],
    ['no link', { rules: [{ when: {}, to: { slug: 'gone' } }] }, /names no link of the project/],
    ['a circle', { rules: [{ when: {}, to: { slug: 'a' } }] }, /leads to the link itself/],
    ['no country', { rules: [{ when: { country: ['Germany'] }, to }] }, /country/],
    ['swapped', { rules: [{ when: { appBuild: { min: '9', max: '1' } }, to }] }, /swap them/],
    ['one name', { rules: [{ ...GERMANY }, { ...GERMANY, name: 'germany' }] }, /another one/],
    ['shares', { variants: [half, { ...half, name: 'B', share: 40 }] }, /90 % together/],
    ['a scheme', { rules: [{ when: {}, to: { fallbackUrl: 'javascript:1' } }] }, /javascript/],
  ];
  for (const [what, body, message] of WRONG) {
    test(`is refused by field: ${what}`, async () => {
      const { change } = await newRuled({});
      const reply = await change(body);
      assert.equal(reply.status, 400);
      assert.match(JSON.stringify(reply.body), message);
    });
  }

  test('what may be meant is saved with a note', async () => {
    const { change } = await newRuled({});
    const noted = async (...rules: NonNullable<UpdateLinkRequest['rules']>) => {
      const { ruleNotes } = bodyOf(await change({ rules }), 200);
      return ruleNotes?.map(({ rule, code }) => [rule, code]);
    };
    const wide = { name: 'Wide', when: { country: ['DE', 'AT'] }, to };
    assert.deepEqual(await noted(wide, GERMANY), [['Germany', 'never_reached']]);
    const desktop = { name: 'Desktop', when: { platform: ['desktop' as const] }, to };
    assert.deepEqual(await noted(desktop, GERMANY), [['Germany', 'overlaps']]);
    const over = { name: 'Over', when: { to: '2020-01-01T00:00:00Z' }, to };
    assert.deepEqual(await noted(over), [['Over', 'never_true']]);
  });
});
