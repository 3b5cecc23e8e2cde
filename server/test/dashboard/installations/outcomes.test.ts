import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { CallInput } from '@fairlead/contract/client';
import type { ListedInstallation } from '@fairlead/contract/operations/dashboard/installations';
import { appKey, member, newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson } from '../../support/callers/person.ts';
import { askMatch, install, iphone, pixel, tap } from '../../support/callers/phones.ts';

const { countInstallations, createTestCode, listInstallations, matchDeferred } = operations;
type Query = NonNullable<CallInput<typeof listInstallations>['query']>;

const IPHONE = { deviceManufacturer: 'Apple', deviceModel: 'iPhone16,2', osName: 'iOS' };
const PIXEL = { deviceManufacturer: 'Google', deviceModel: 'Pixel 9', osName: 'Android' };

/** An installation of each outcome, and readers of the list and of the numbers. */
async function newCrowd() {
  const project = await newProject();
  const projectId = project.project.id;
  const [link, other] = [await newLink(project), await newLink(project)];
  const params = { projectId };

  const silent = await install(project);
  const signals = iphone();
  await tap(signals, project, link);
  const bySignals = await install(project, IPHONE);
  await askMatch(signals, project, { installationId: bySignals.clientId });
  const named = pixel();
  const clickId = await tap(named, project, other);
  const certain = await install(project, PIXEL);
  await askMatch(named, project, { installationId: certain.clientId, clickId });
  const stranger = await install(project, { ...IPHONE, deviceModel: 'iPhone17,1' });
  await askMatch(iphone(), project, { installationId: stranger.clientId });
  const mistaken = await install(project, PIXEL);
  const wrong = { installationId: mistaken.clientId, clickId: randomUUID() };
  await askMatch(pixel(), project, wrong);
  const tested = await install(project, { ...PIXEL, deviceModel: 'Pixel 100%' });
  const { text: testCode } = bodyOf(
    await member(project)(createTestCode, { params: { projectId, linkId: link.id } }),
    201,
  );
  const body = { installationId: tested.clientId, fingerprint: {}, testCode };
  bodyOf(await appKey(project)(matchDeferred, { body }), 200);

  const viewer = await newPerson({ project, role: 'viewer' });
  const list = async (query: Query = {}) =>
    bodyOf(await viewer.call(listInstallations, { params, query }), 200);
  const ids = async (query: Query) => (await list(query)).installations.map(({ id }) => id);
  const installed = { silent, bySignals, certain, stranger, mistaken, tested };
  return { projectId, project, viewer, link, other, list, ids, ...installed };
}

describe('listInstallations 200', () => {
  test('says why there is no match, and filters by outcome and link', async () => {
    const crowd = await newCrowd();
    const { silent, bySignals, certain, stranger, mistaken, tested, link, other } = crowd;
    const all = (await crowd.list()).installations;
    const shown = ({ match, reason }: ListedInstallation) => [match, reason];
    assert.deepEqual(all.map(shown), [
      ['test', null],
      ['none', 'click_unknown'],
      ['none', 'no_click_from_this_address'],
      ['deterministic', null],
      ['fingerprint', null],
      [null, null],
    ]);
    const cases: readonly [Query, readonly { readonly id: string }[]][] = [
      [{ match: 'matched' }, [certain, bySignals]],
      [{ match: 'deterministic' }, [certain]],
      [{ match: 'fingerprint' }, [bySignals]],
      [{ match: 'test' }, [tested]],
      [{ match: 'none' }, [mistaken, stranger]],
      [{ match: 'unasked' }, [silent]],
      [{ reason: 'click_unknown' }, [mistaken]],
      [{ match: 'none', reason: 'no_click_from_this_address' }, [stranger]],
      [{ reason: 'matching_off' }, []],
      [{ linkId: link.id }, [bySignals]],
      [{ linkId: other.id, match: 'deterministic' }, [certain]],
      [{ linkId: other.id, match: 'fingerprint' }, []],
      [{ linkId: randomUUID() }, []],
    ];
    for (const [query, expected] of cases) {
      const wanted = expected.map(({ id }) => id);
      assert.deepEqual(await crowd.ids(query), wanted, JSON.stringify(query));
    }
  });

  test('filters by platform, device and time, together with everything else', async () => {
    const crowd = await newCrowd();
    const { silent, bySignals, certain, stranger, mistaken, tested } = crowd;
    const cases: readonly [Query, readonly { readonly id: string }[]][] = [
      [{ platform: 'ios' }, [stranger, bySignals]],
      [{ platform: 'android' }, [tested, mistaken, certain]],
      [{ platform: 'other' }, [silent]],
      [{ device: 'google PIX' }, [tested, mistaken, certain]],
      [{ device: '100%' }, [tested]],
      [{ device: '_' }, []],
      [{ device: ' iphone ', match: 'none' }, [stranger]],
      [{ device: 'pixel 9', platform: 'android', reason: 'click_unknown' }, [mistaken]],
      [{ search: certain.clientId, match: 'matched' }, [certain]],
      [{ search: certain.clientId, match: 'none' }, []],
    ];
    for (const [query, expected] of cases) {
      const wanted = expected.map(({ id }) => id);
      assert.deepEqual(await crowd.ids(query), wanted, JSON.stringify(query));
    }
    const { installations } = await crowd.list();
    const [, low = '', , high = ''] = installations
      .map(({ firstSeenAt }) => firstSeenAt)
      .toReversed();
    for (const range of [
      { firstSeenAfter: low, firstSeenBefore: high },
      { firstSeenAfter: high, firstSeenBefore: low },
    ]) {
      const within = (some: readonly ListedInstallation[]) =>
        some.filter(({ firstSeenAt: at }) => at >= low && at < high).map(({ id }) => id);
      assert.deepEqual(await crowd.ids(range), within(installations));
      const matched = installations.filter(
        ({ reason, match }) => reason === null && match !== null,
      );
      assert.deepEqual(
        await crowd.ids({ ...range, match: 'matched' }),
        within(matched.filter(({ match }) => match !== 'test')),
      );
    }
  });

  test('goes on page by page within several outcomes', async () => {
    const crowd = await newCrowd();
    for (const filter of [{ match: 'none' }, { match: 'matched' }, {}] as const) {
      const whole = await crowd.ids(filter);
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { ...filter, limit: 1, ...(cursor !== undefined && { cursor }) };
        const page = await crowd.list(query);
        found.push(...page.installations.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      assert.deepEqual(found, whole);
    }
  });
});

/** Of no link. */
const LINK_ID = '0199f3a2-5c1e-7a40-8b1d-6f1f2a3b4c5d';

describe('listInstallations 400', () => {
  for (const [query, field, message] of [
    [{ match: 'lost' }, 'match', /must be one of/],
    [{ reason: 'matched' }, 'reason', /must be one of/],
    [{ platform: 'windows' }, 'platform', /must be one of/],
    [{ linkId: 'summer' }, 'linkId', /UUID/],
    [{ device: 'a\u0000' }, 'device', /NUL/],
    [{ firstSeenAfter: 'yesterday' }, 'firstSeenAfter', /ISO 8601|date/],
    [{ firstSeenBefore: '2026-02-30T00:00:00Z' }, 'firstSeenBefore', /ISO 8601|date/],
    [
      { match: 'matched', reason: 'click_used' },
      'reason',
      /^reason says why there is no match; leave out match=matched$/,
    ],
    [
      { match: 'test', linkId: LINK_ID },
      'linkId',
      /^linkId names the link of a match; leave out match=test$/,
    ],
    [
      { reason: 'click_used', linkId: LINK_ID },
      'linkId',
      /^linkId names the link of a match; leave out reason$/,
    ],
  ] as const) {
    test(`names the parameter: ${JSON.stringify(query)}`, async () => {
      const project = await newProject();
      const key = appKey(project, { accept: 'application/problem+json' }, '/api/v1');
      const reply = await key(listInstallations, {
        params: { projectId: project.project.id },
        // What no client written in TypeScript sends.
        query: query as unknown as Query,
      });
      assert.equal(reply.status, 400);
      const { errors } = reply.body as unknown as { errors: { field: string; message: string }[] };
      assert.deepEqual(
        errors.map((error) => error.field),
        [field],
      );
      assert.match(errors[0]!.message, message);
    });
  }
});

describe('countInstallations 200', () => {
  test('counts by outcome and reason, of those that pass the filters', async () => {
    const { project, projectId, viewer, link } = await newCrowd();
    const params = { projectId };
    const count = async (query: CallInput<typeof countInstallations>['query'] = {}) => {
      const body = bodyOf(await viewer.call(countInstallations, { params, query }), 200);
      assert.equal(body.complete, true);
      return body.outcomes.map((each) => [each.match, each.reason, each.count]);
    };
    await askMatch(iphone(), project);
    assert.deepEqual(await count(), [
      ['none', 'no_click_from_this_address', 2],
      ['deterministic', null, 1],
      ['fingerprint', null, 1],
      ['none', 'click_unknown', 1],
      ['test', null, 1],
      [null, null, 1],
    ]);
    assert.deepEqual(await count({ platform: 'ios' }), [
      ['fingerprint', null, 1],
      ['none', 'no_click_from_this_address', 1],
    ]);
    assert.deepEqual(await count({ linkId: link.id }), [['fingerprint', null, 1]]);
    assert.deepEqual(await count({ device: 'nothing like it' }), []);
  });

  test('400: an invalid filter', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const key = appKey(project, {}, '/api/v1');
    const query = { firstSeenAfter: 'yesterday' };
    const reply = await key(countInstallations, { params, query });
    assert.equal(reply.status, 400);
    assert.match(JSON.stringify(reply.body), /firstSeenAfter must be/);
  });
});
