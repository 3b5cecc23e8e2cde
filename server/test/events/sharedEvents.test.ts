import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import type { EventDimension } from '@fairlead/contract/eventNumbers';
import { hideFewPeople } from '#apps/events/numbers/hideFewPeople.ts';
import { newLink, newProject, type TestProject } from '../support/callers/personas.ts';
import { iphone, tap } from '../support/callers/phones.ts';
import { bodyOf, ownerOf } from '../support/callers/person.ts';
import { installBy, newEvent, recordAll } from './callers.ts';

const { createNumberShare, readSharedEvents, readSharedNumbers } = operations;

type Link = Awaited<ReturnType<typeof newLink>>;

interface ShareBody {
  readonly linkId?: string;
  readonly facts?: { readonly os?: string; readonly source?: 'qr' };
  readonly showsEvents?: boolean;
  readonly password?: string;
}

/** Makes a page, and reads it as somebody without an account. */
async function newShares(project: TestProject) {
  const owner = await ownerOf(project);
  const stranger = createClient({ baseUrl: `${project.server.origin}/api/v1` });
  const make = (body: ShareBody) =>
    owner.call(createNumberShare, {
      params: { projectId: project.project.id },
      body: { name: 'Page', ...body },
    });
  return {
    make,
    stranger,
    open: async (body: ShareBody = {}) => {
      const { url } = bodyOf(await make({ showsEvents: true, ...body }), 201);
      const token = new URL(url).pathname.split('/').at(-1)!;
      return (more: { by?: EventDimension; password?: string } = {}) =>
        stranger(readSharedEvents, { body: { token, ...more } });
    },
  };
}

/** So many people who came by the link, on that phone if one is given, each with a sale of a euro. */
async function sellTo(project: TestProject, link: Link, people: number, phone?: typeof iphone) {
  const ids = [];
  for (let n = 0; n < people; n += 1) {
    const query = phone ? `?_lc=${await tap(phone(), project, link)}` : '';
    ids.push(await installBy(project, { shortUrl: `${link.shortUrl}${query}` }));
  }
  const revenue = { amount: 100, currency: 'EUR' };
  await recordAll(
    project,
    ids.map((installationId) => newEvent({ installationId, revenue })),
  );
  return ids;
}

const FEWEST = LIMITS.fewestShared;

describe('events on a shared page', () => {
  test('are those of enough people, and the total does not tell the others', async () => {
    const project = await newProject();
    const [many, next, few] = [
      await newLink(project),
      await newLink(project),
      await newLink(project),
    ];
    const [rich] = await sellTo(project, many, FEWEST + 2);
    await sellTo(project, next, FEWEST);
    await sellTo(project, few, FEWEST - 1);
    const yen = { amount: 70, currency: 'JPY' };
    await recordAll(project, [newEvent({ installationId: rich!, revenue: yen })]);
    const { open } = await newShares(project);
    const read = await open();
    const byLink = bodyOf(await read({ by: 'link' }), 200);
    const all = 3 * FEWEST + 1;
    const revenue = (euros: number) => [
      { currency: 'EUR', amount: euros * 100 },
      { currency: 'JPY', amount: null },
    ];
    assert.deepEqual(byLink.total, {
      events: all + 1,
      people: all,
      installs: all,
      converted: all,
      revenue: revenue(all),
    });
    const shown = FEWEST + 2;
    // The one with as few as may be shown would tell, taken from the total, those that are hidden.
    assert.deepEqual(byLink.groups, [
      {
        value: many.id,
        title: many.slug,
        events: shown + 1,
        people: shown,
        installs: shown,
        converted: shown,
        revenue: revenue(shown),
      },
    ]);
    const byName = bodyOf(await read(), 200);
    assert.deepEqual(
      byName.groups.map(({ value, events }) => [value, events]),
      [['purchase', all + 1]],
    );
  });

  test('are all there where nobody could be made out', async () => {
    const project = await newProject();
    const links = [await newLink(project), await newLink(project)];
    for (const link of links) await sellTo(project, link, FEWEST);
    const { open } = await newShares(project);
    const { groups } = bodyOf(await (await open())({ by: 'link' }), 200);
    assert.deepEqual(
      groups.map(({ people, revenue }) => [people, revenue[0]?.amount]),
      [
        [FEWEST, FEWEST * 100],
        [FEWEST, FEWEST * 100],
      ],
    );
  });

  test('of nobody who is known are hidden, and what is cut off is not told by the total either', () => {
    const sums = (people: number, events = people) => ({
      events,
      people,
      quantity: events,
      installs: people,
      converted: 0,
      conversion: 0,
      revenue: [],
      cost: [],
      return: [],
    });
    const numbersOf = (groups: readonly ReturnType<typeof sums>[]) =>
      hideFewPeople({
        from: '2026-11-01T00:00:00.000Z',
        to: '2026-11-02T00:00:00.000Z',
        timeZone: 'UTC',
        exactUntil: '2026-11-02T00:00:00.000Z',
        revenueFrom: 'any',
        total: sums(10_000),
        groups: groups.map((group, index) => ({ value: String(index), title: null, ...group })),
      }).groups.map(({ value }) => value);
    const erased = sums(0, 3);
    assert.deepEqual(numbersOf([sums(9), erased, sums(8)]), ['0']);
    const full = Array.from({ length: LIMITS.eventGroups }, (_, n) => sums(FEWEST + n));
    assert.deepEqual(numbersOf(full.slice(1)).length, LIMITS.eventGroups - 1);
    assert.deepEqual(numbersOf(full).slice(0, 2), ['1', '2']);
  });

  test('are those of its link, or of clicks with its facts, and of nobody else', async () => {
    const project = await newProject();
    const [link, other] = [await newLink(project), await newLink(project)];
    await sellTo(project, link, FEWEST, iphone);
    await sellTo(project, other, FEWEST + 1);
    await recordAll(project, [newEvent({ customerId: 'nobody' })]);
    const { open } = await newShares(project);
    const peopleOn = async (body: ShareBody) =>
      bodyOf(await (await open(body))(), 200).total.people;
    assert.equal(await peopleOn({ linkId: link.id }), FEWEST);
    assert.equal(await peopleOn({}), 2 * FEWEST + 1);
    assert.equal(await peopleOn({ facts: { os: 'iOS' } }), FEWEST);
    assert.equal(await peopleOn({ facts: { os: 'Android' } }), 0);
    const few = await newLink(project);
    await sellTo(project, few, FEWEST - 1);
    const { total, groups } = bodyOf(await (await open({ linkId: few.id }))(), 200);
    const revenue = [{ currency: 'EUR', amount: null }];
    assert.deepEqual(total, {
      events: null,
      people: null,
      installs: null,
      converted: null,
      revenue,
    });
    assert.deepEqual(groups, []);
  });

  test('are shown only where that was chosen, and behind the password of the page', async () => {
    const project = await newProject();
    const { make, open, stranger } = await newShares(project);
    assert.equal((await (await open({ showsEvents: false }))()).status, 404);
    const read = await open({ password: 'several words' });
    assert.equal((await read()).status, 403);
    bodyOf(await read({ password: 'several words' }), 200);
    const token = '';
    assert.equal((await stranger(readSharedEvents, { body: { token } })).status, 400);
    const { url } = bodyOf(await make({ showsEvents: true }), 201);
    const key = new URL(url).pathname.split('/').at(-1)!;
    const page = bodyOf(await stranger(readSharedNumbers, { body: { token: key } }), 200);
    assert.equal(page.showsEvents, true);
    const refused = bodyOf(await make({ showsEvents: true, facts: { source: 'qr' } }), 400);
    assert.match(JSON.stringify(refused), /facts.source must be left out/);
  });
});
