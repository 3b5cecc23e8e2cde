import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { Page } from 'playwright-core';
import {
  differencesOf,
  type LinkValues,
  updateOf,
  valuesOf,
} from '../../../../dashboard/src/screens/links/form/linkValues.ts';
import { rebase } from '../../../../dashboard/src/screens/links/edit/rebase.ts';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { newLink, newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';
import { createRandom } from '#start/demo/random.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { SEED } from '../../support/run/seed.ts';
import { button, heading } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { seedProduct } from '../seed.ts';

const { createProjectLink, getProjectLink, updateProjectLink } = operations;

type Params = { projectId: string; linkId: string };

/** The form of the dashboard without its fields: the same functions decide what is sent. */
async function openForm({ call }: Person, params: Params) {
  const reply = await call(getProjectLink, { params });
  let before = valuesOf(bodyOf(reply, 200));
  let tag = reply.headers.get('etag') ?? '';
  let values = before;
  return {
    type: (typed: Partial<LinkValues>) => {
      values = { ...values, ...typed };
    },
    /** Saves until it succeeds, as a person who keeps what they typed; answers what was saved. */
    async save(): Promise<Partial<LinkValues>> {
      for (;;) {
        const saved = await call(updateProjectLink, {
          params,
          headers: { 'if-match': tag },
          body: updateOf(before, values),
        });
        if (saved.status === 200) {
          return Object.fromEntries(
            differencesOf(before, values).map((name) => [name, values[name]]),
          );
        }
        assert.equal(saved.status, 412);
        const { link } = saved.body as { link: ProjectLink };
        const theirs = valuesOf(link);
        ({ values } = rebase(before, values, theirs));
        before = theirs;
        tag = saved.headers.get('etag') ?? '';
      }
    },
  };
}

/** A new value for a field or two, of those that people and scripts change. */
function drawChange(random: () => number, turn: number): Partial<LinkValues> {
  const candidates: Partial<LinkValues>[] = [
    { name: `Name ${turn}` },
    { fallbackUrl: `https://example.com/${turn}` },
    { ogTitle: `Title ${turn}` },
    { ogImage: `https://example.com/${turn}.png` },
    { parameters: { screen: `s${turn}` } },
    { tags: [`t${turn}`] },
    { archived: random() < 0.5 },
    { expiresAt: `2090-01-01T00:${String(turn % 60).padStart(2, '0')}` },
  ];
  const draw = () => candidates[Math.floor(random() * candidates.length)];
  return { ...draw(), ...draw() };
}

describe('two forms and a script that change one link', () => {
  test('leave every field as it was saved last, over 200 changes at random', async () => {
    const project = await newProject();
    const people = [await ownerOf(project), await newPerson({ project, role: 'admin' })] as const;
    const { id: linkId } = await newLink(project, { slug: 'shared' });
    const params = { projectId: project.project.id, linkId };
    const random = createRandom(SEED);
    const read = async () =>
      valuesOf(bodyOf(await people[0].call(getProjectLink, { params }), 200));
    const expected = await read();
    const forms = [await openForm(people[0], params), await openForm(people[1], params)];
    for (let turn = 0; turn < 200; turn += 1) {
      const change = drawChange(random, turn);
      const who = Math.floor(random() * 3);
      const form = forms[who];
      if (form === undefined) {
        // A script sends what it wants to change, whatever the link has become.
        const body = updateOf(expected, { ...expected, ...change });
        bodyOf(await people[1].call(updateProjectLink, { params, body }), 200);
        Object.assign(expected, change);
        continue;
      }
      form.type(change);
      // Some forms stay open while others are saved.
      if (random() < 0.4) continue;
      Object.assign(expected, await form.save());
      forms[who] = await openForm(people[who === 0 ? 0 : 1], params);
      assert.deepEqual(await read(), expected, `turn ${turn}`);
    }
    assert.deepEqual(await read(), expected);
  });
});

suiteInBrowser('a link form that someone else overtakes', () => {
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

  async function openShared(name: string) {
    const { call, projectId } = await seedProduct();
    const body = { type: 'unified', name, fallbackUrl: 'https://example.com/a' } as const;
    const { id } = bodyOf(await call(createProjectLink, { params: { projectId }, body }), 201);
    const params = { projectId, linkId: id };
    const change = async (fields: object) =>
      bodyOf(await call(updateProjectLink, { params, body: fields }), 200);
    const read = async () => bodyOf(await call(getProjectLink, { params }), 200);
    return { path: `/links/${id}/edit`, change, read };
  }

  test('sends only what was changed', async () => {
    const { path, change, read } = await openShared('Only the difference');
    await using opened = await openSignedIn(path);
    const { page } = opened;
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await field(page, 'Destination').fill('https://example.com/typo-mended');
    await button(page, 'Save changes').click();
    assert.deepEqual((await sent).postDataJSON(), {
      fallbackUrl: 'https://example.com/typo-mended',
    });
    await heading(page, 'Only the difference').waitFor();
    assert.equal((await change({})).fallbackUrl, 'https://example.com/typo-mended');
    assert.equal((await read()).name, 'Only the difference');
  });

  test('so does the form of the settings, and what is changed while it is saved stays to be saved', async () => {
    // Other tests have apps that need no installation.
    const owner = await newOwner(await useProduct());
    await using opened = await openSignedIn('/settings', {}, owner);
    const { page } = opened;
    const patch = () => page.waitForRequest((request) => request.method() === 'PATCH');
    const slow = Promise.withResolvers<void>();
    await page.route('**/api/v1/projects/*', async (route) => {
      if (route.request().method() === 'PATCH') await slow.promise;
      await route.continue();
    });
    const required = page.getByRole('switch', { name: 'Require an installation' });
    const sent = patch();
    await required.check();
    await button(page, 'Save settings').click();
    assert.deepEqual((await sent).postDataJSON(), { requireInstallation: true });
    await required.uncheck();
    slow.resolve();
    const again = patch();
    await button(page, 'Save settings').click();
    assert.deepEqual((await again).postDataJSON(), { requireInstallation: false });
  });

  test('shows who changed what, keeps what was typed, and takes either', async () => {
    const { path, change, read } = await openShared('Shared');
    await using opened = await openSignedIn(path);
    const { page } = opened;
    await field(page, 'Name').fill('Mine');
    await field(page, 'Destination').fill('https://example.com/mine');
    await change({ name: 'Theirs', fallbackUrl: 'https://example.com/theirs', tags: ['new'] });
    await button(page, 'Save changes').click();
    await page.getByText('has changed this link').waitFor();
    const row = (label: string) =>
      page.getByRole('table', { name: 'Changes' }).getByRole('row').filter({ hasText: label });
    assert.match(await row('Destination').innerText(), /example.com\/theirs[^]*example.com\/mine/);
    assert.match(await row('Tags').innerText(), /new[^]*unchanged/);
    assert.equal(await field(page, 'Name').inputValue(), 'Mine');
    await row('Name').getByText('Take theirs').click();
    assert.equal(await field(page, 'Name').inputValue(), 'Theirs');
    // Overtaken once more.
    await change({ parameters: { screen: 'sale' } });
    await button(page, 'Save changes').click();
    await row('Parameters').waitFor();
    assert.equal((await read()).fallbackUrl, 'https://example.com/theirs');
    await button(page, 'Save changes').click();
    await heading(page, 'Theirs').waitFor();
    const { name, fallbackUrl, tags, parameters } = await read();
    assert.deepEqual(
      { name, fallbackUrl, tags, parameters },
      {
        name: 'Theirs',
        fallbackUrl: 'https://example.com/mine',
        tags: ['new'],
        parameters: { screen: 'sale' },
      },
    );
  });
});
