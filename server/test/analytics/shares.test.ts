import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { bodyOf, newPerson, ownerOf, type Person } from '../support/callers/person.ts';
import { newProject, type TestProject } from '../support/callers/personas.ts';
import { clickOn, type Sown } from '../support/callers/population.ts';
import { DAY, sow } from './recount.ts';

const { createNumberShare, deleteNumberShare, listNumberShares, readSharedNumbers } = operations;

type Body = Parameters<Person['call']>[1] extends infer _ ? Record<string, unknown> : never;

async function newTeam() {
  const project = await newProject();
  const params = { projectId: project.project.id };
  const owner = await ownerOf(project);
  const share = (body: { name: string } & Body, who: Person = owner) =>
    who.call(createNumberShare, { params, body });
  const stranger = createClient({ baseUrl: `${project.server.origin}/api/v1` });
  const read = (
    url: string,
    more: { password?: string; period?: '7d'; from?: string; to?: string } = {},
  ) =>
    stranger(readSharedNumbers, {
      body: { token: new URL(url).pathname.split('/').at(-1)!, ...more },
    });
  return { project, params, owner, share, read };
}

/** Clicks of yesterday: of Germany as many as are shown, of Portugal one less. */
async function sowCountries(project: TestProject, link: Sown): Promise<void> {
  const { ledger } = project.server.app;
  const at = Date.now() - DAY;
  const many = Array.from({ length: LIMITS.fewestShared }, () => 'DE');
  for (const country of [...many, ...many.slice(1).map(() => 'PT')]) {
    await ledger.record(clickOn(link, { at, country, os: country === 'DE' ? 'iOS' : 'Android' }));
  }
  await ledger.loaded();
}

describe('shared pages of numbers', () => {
  test('are read by anybody who has the address, without values that few clicks have', async () => {
    const { project, params, owner, share, read } = await newTeam();
    const [link, other] = await sow(project, 2);
    await sowCountries(project, link!);
    const whole = bodyOf(await share({ name: 'All' }), 201);
    const { name, project: projectName, numbers, ...rest } = bodyOf(await read(whole.url), 200);
    assert.deepEqual(
      [name, projectName, rest.link, rest.facts],
      ['All', project.project.name, null, {}],
    );
    assert.equal(numbers.totals.clicks, 2 * LIMITS.fewestShared - 1);
    assert.deepEqual(numbers.topValues.countries, [{ name: 'DE', clicks: LIMITS.fewestShared }]);
    const some = bodyOf(await share({ name: 'Androids', facts: { os: 'Android' } }), 201);
    const androids = bodyOf(await read(some.url, { period: '7d' }), 200);
    assert.equal(androids.numbers.totals.clicks, LIMITS.fewestShared - 1);
    assert.deepEqual(androids.facts, { os: 'Android' });
    const empty = bodyOf(await share({ name: 'Other', linkId: other!.id }), 201);
    assert.equal(bodyOf(await read(empty.url), 200).numbers.totals.clicks, 0);
    const { shares } = bodyOf(await owner.call(listNumberShares, { params }), 200);
    assert.deepEqual(
      shares.map((each) => each.name),
      ['Other', 'Androids', 'All'],
    );
    assert.equal(shares[2]!.url, whole.url);
  });

  test('are of whole days of the project, whatever moments are asked for', async () => {
    const { project, params, owner, share, read } = await newTeam();
    const body = { timeZone: 'Asia/Kolkata' };
    bodyOf(await owner.call(operations.updateProject, { params, body }), 200);
    const [link] = await sow(project, 1);
    const { ledger } = project.server.app;
    // A quarter of an hour before midnight in Kolkata, and a quarter after.
    for (const time of ['18:15', '18:45']) {
      const at = Date.parse(`2026-05-04T${time}:00Z`);
      await ledger.record(clickOn(link!, { at }));
    }
    await ledger.loaded();
    const { url } = bodyOf(await share({ name: 'All' }), 201);
    const read4th = (from: string, to: string) => {
      const bounds = { from: `2026-05-04T${from}Z`, to: `2026-05-04T${to}Z` };
      return read(url, bounds).then((reply) => bodyOf(reply, 200).numbers);
    };
    const numbers = await read4th('18:14:59.999', '18:15:00.001');
    assert.deepEqual(
      [numbers.from, numbers.to, numbers.totals.clicks],
      ['2026-05-03T18:30:00.000Z', '2026-05-04T18:30:00.000Z', 1],
    );
    assert.equal((await read4th('18:20:00', '18:30:00')).totals.clicks, 1);
    assert.equal((await read4th('18:20:00', '18:30:00.001')).totals.clicks, 2);
  });

  test('show notes where that was chosen, on days of the window, and never who wrote them', async () => {
    const { project, params, owner, share, read } = await newTeam();
    const [link] = await sow(project, 1);
    const dayOf = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
    for (const [ago, text] of [
      [2, 'The fair'],
      [20, 'The launch'],
    ] as const) {
      const body = { day: dayOf(ago), text };
      bodyOf(await owner.call(operations.createAnnotation, { params, body }), 201);
    }
    const silent = bodyOf(await share({ name: 'Silent' }), 201);
    assert.deepEqual(bodyOf(await read(silent.url), 200).annotations, []);
    const noted = bodyOf(await share({ name: 'Noted', showsNotes: true }), 201);
    assert.equal(noted.showsNotes, true);
    const shown = bodyOf(await read(noted.url, { period: '7d' }), 200).annotations;
    assert.deepEqual(
      shown.map((note) => ({ ...note, id: '' })),
      [{ id: '', day: dayOf(2), text: 'The fair' }],
    );
    assert.equal(bodyOf(await read(noted.url), 200).annotations.length, 2);
    const before = { from: `${dayOf(4)}T00:00:00Z`, to: `${dayOf(2)}T00:00:00Z` };
    assert.deepEqual(bodyOf(await read(noted.url, before), 200).annotations, []);
    const refused = await share({ name: 'One link', linkId: link!.id, showsNotes: true });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /showsNotes must be left out with linkId/);
  });

  test('refuse facts that JSON cannot hold', async () => {
    const { share } = await newTeam();
    const half = await share({ name: 'Half', facts: { country: '\ud800' } });
    assert.match(JSON.stringify(bodyOf(half, 400)), /well-formed Unicode/);
    const none = await share({ name: 'None', facts: { country: '\u0000' } });
    assert.match(JSON.stringify(bodyOf(none, 400)), /NUL/);
  });

  test('end at once, and no other text opens them', async () => {
    const { params, owner, share, read } = await newTeam();
    const { id, url } = bodyOf(await share({ name: 'Short' }), 201);
    for (const other of [
      url.slice(0, -1),
      `${url.slice(0, -1)}${url.endsWith('-') ? '_' : '-'}`,
      url.slice(0, -22),
      'x://x/y',
    ]) {
      assert.equal((await read(other)).status, 404, other);
    }
    const remove = () => owner.call(deleteNumberShare, { params: { ...params, shareId: id } });
    bodyOf(await remove(), 200);
    assert.equal((await remove()).status, 404);
    assert.match(String(bodyOf(await read(url), 404).message), /ask for a new one/);
  });

  test('ask for their password', async () => {
    const { share, read } = await newTeam();
    const password = 'several words';
    const { url, hasPassword } = bodyOf(await share({ name: 'Secret', password }), 201);
    assert.equal(hasPassword, true);
    assert.match(String(bodyOf(await read(url), 403).message), /has a password/);
    assert.match(
      String(bodyOf(await read(url, { password: 'other' }), 403).message),
      /not the password/,
    );
    bodyOf(await read(url, { password }), 200);
    assert.equal((await share({ name: 'Short', password: 'short' })).status, 400);
  });

  test('are made by admins, of links of the project, as many as there may be', async () => {
    const { project, params, owner, share } = await newTeam();
    const viewer = await newPerson({ project, role: 'viewer' });
    assert.equal((await share({ name: 'Mine' }, viewer)).status, 403);
    assert.equal((await viewer.call(listNumberShares, { params })).status, 403);
    const { id } = bodyOf(await share({ name: 'Page' }), 201);
    const removed = await viewer.call(deleteNumberShare, { params: { ...params, shareId: id } });
    assert.equal(removed.status, 403);
    const [foreign] = await sow(await newProject(), 1);
    assert.equal((await share({ name: 'Foreign', linkId: foreign!.id })).status, 404);
    const more = Array.from({ length: LIMITS.numberShares - 1 }, (_, n) => `Page ${n}`);
    for (const name of more) bodyOf(await share({ name }), 201);
    assert.match(String(bodyOf(await share({ name: 'Page' }), 409).message), /end one/);
    assert.equal((await owner.call(listNumberShares, { params })).status, 200);
  });
});
