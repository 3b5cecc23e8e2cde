import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { send } from '../../support/callers/request.ts';
import { addressIn, mailsIn } from '../../support/outside/mails.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button, heading, unfold } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs, seedProduct } from '../seed.ts';
import { EVEN_VARIANTS, newLink, readLink, THREE_RULES, to } from './ruledLinks.ts';

suiteInBrowser('rules and experiments in the dashboard', () => {
  test('a visitor of your own making is told which rule or variant leads', async () => {
    const { id } = await newLink({ rules: THREE_RULES, variants: EVEN_VARIANTS });
    await using opened = await openSignedIn(`/links/${id}?tab=flow`);
    const { page } = opened;
    const card = page.getByRole('region', { name: 'Try it' });
    const outcome = card.getByRole('region', { name: 'What this visitor gets' });
    await card.getByRole('combobox', { name: 'Country' }).fill('France');
    await page.getByRole('option', { name: 'France', exact: true }).click();
    await button(page, 'Try this visitor').click();
    await outcome.getByText('The rule “France” leads.').waitFor();
    await outcome.getByText('https://example.com/fr').first().waitFor();
    await card.getByRole('combobox', { name: 'Country' }).fill('Peru');
    await page.getByRole('option', { name: 'Peru', exact: true }).click();
    // Enter tries as well.
    await card.getByLabel('Visitor', { exact: true }).fill('anna');
    await card.getByLabel('Visitor', { exact: true }).press('Enter');
    await outcome.getByText(/The variant “[AB]” leads\./).waitFor();
    await card.getByLabel('Visitor', { exact: true }).fill('');
    await button(page, 'Try this visitor').click();
    await outcome.getByText('No rule fits: the link itself leads.').waitFor();
  });

  test('in the editor, a visitor gets what is not saved yet', async () => {
    const { id } = await newLink({ rules: THREE_RULES.slice(0, 1) });
    await using opened = await openSignedIn(`/links/${id}/edit`);
    const { page } = opened;
    await page.locator('.rule-sentence').first().click();
    const rules = page.getByRole('list', { name: 'Rules' });
    await rules.getByRole('textbox', { name: 'Destination' }).fill('https://example.com/unsaved');
    await unfold(page, 'Try it');
    await page.getByLabel('Query', { exact: true }).press('Enter');
    await page.getByText('No rule fits: the link itself leads.').waitFor();
    const visitors = page.locator('details', { has: heading(page, 'Try it') });
    await visitors.getByRole('combobox', { name: 'Country' }).fill('Germany');
    await page.getByRole('option', { name: 'Germany', exact: true }).click();
    await button(page, 'Try this visitor').click();
    await visitors.getByText('https://example.com/unsaved').first().waitFor();
    assert.deepEqual((await readLink(id)).rules[0]?.to, to('de'));
  });

  test('many links get rules at once, and lose them', async () => {
    const names = ['Bulk one', 'Bulk two'];
    const links = await Promise.all(names.map((name) => newLink({ name, tags: ['ruled'] })));
    await using opened = await openSignedIn('/links?tag=ruled');
    const { page } = opened;
    const chooseAll = async () => {
      await page.getByRole('checkbox', { name: /all/i }).first().check();
      await button(page, 'Change 2 links').click();
    };
    await chooseAll();
    await page.getByRole('menuitem', { name: 'Set rules…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change 2 links' }).click();
    await dialog.getByText('Add a rule.').waitFor();
    await dialog.getByRole('button', { name: 'Add a rule' }).click();
    await dialog.getByRole('textbox', { name: 'Destination' }).fill('example.com/everybody');
    await dialog.getByRole('button', { name: 'Change 2 links' }).click();
    await page.getByText('Rules of 2 links changed.').waitFor();
    for (const { id } of links)
      assert.deepEqual((await readLink(id)).rules[0]?.to, to('everybody'));
    await chooseAll();
    await page.getByRole('menuitem', { name: 'Remove the rules…' }).click();
    await button(page, 'Remove rules').click();
    await page.getByText('Rules of 2 links removed.').waitFor();
    for (const { id } of links) assert.deepEqual((await readLink(id)).rules, []);
  });

  test('latest visits say what led them', async () => {
    const rules = [{ name: 'Everybody', when: {}, to: to('everybody') }];
    const { id, shortUrl } = await newLink({ rules });
    const { host, pathname } = new URL(shortUrl);
    const port = Number(new URL((await useProduct()).origin).port);
    await send({
      path: pathname,
      headers: { host, 'user-agent': 'Mozilla/5.0 (X11; Linux)' },
      port,
    });
    await using opened = await openSignedIn(`/links/${id}?tab=clicks`);
    await opened.page.getByText('led by the rule “Everybody”').waitFor();
  });

  test('the project has a time zone, which rules name', async () => {
    // The rules of other tests are in the time zone of theirs.
    const product = await useProduct();
    const owner = await newOwner(product);
    const { projectId } = owner;
    const call = await callAs(product, owner);
    const params = { projectId };
    bodyOf(await call(operations.useServerDomain, { params }), 201);
    const refused = await call(operations.updateProject, { params, body: { timeZone: '+01:00' } });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /timeZone must be an IANA name such as Europe/);
    await using opened = await openSignedIn('/settings', {}, owner);
    const { page } = opened;
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Vienna');
    await page.getByRole('option', { name: 'Europe/Vienna' }).click();
    await button(page, 'Save settings').click();
    await page.getByText('Saved.').waitFor();
    assert.equal(
      bodyOf(await call(operations.getProject, { params }), 200).timeZone,
      'Europe/Vienna',
    );
    const when = { from: '2030-01-01T23:00:00Z' };
    const rules = [{ name: 'Later', when, to: to('later') }];
    const { id } = await newLink({ rules }, { call, projectId });
    await page.goto(page.url().replace('/settings', `/links/${id}/edit`));
    await page.getByText('from 2 January 2030, 0:00 on (Europe/Vienna time)').click();
    assert.equal(await page.getByLabel('From', { exact: true }).inputValue(), '2030-01-02T00:00');
  });

  test('a viewer reads rules and tries visitors, and can change nothing', async () => {
    const product = await useProduct();
    const { projectId, call } = await seedProduct();
    const { id } = await newLink({ rules: THREE_RULES, variants: EVEN_VARIANTS });
    const email = 'rule-reader@example.com';
    const password = 'only here to read';
    const invited = { email, role: 'viewer' } as const;
    bodyOf(await call(operations.createInvitation, { params: { projectId }, body: invited }), 201);
    const [mail] = await mailsIn(product.dataDir, email);
    const token = new URL(addressIn(mail, '/invitation')).searchParams.get('token') ?? '';
    bodyOf(
      await call(operations.acceptInvitation, { body: { token, name: 'Reader', password } }),
      200,
    );
    const reader = { email, password, projectId };
    await using opened = await openSignedIn(`/links/${id}?tab=flow`, {}, reader);
    const { page } = opened;
    await page.getByText('If the visitor is in Italy → https://example.com/it').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0);
    await button(page, 'Try this visitor').click();
    await page.getByText('No rule fits: the link itself leads.').waitFor();
    await page.goto(`${product.origin}/p/${projectId}/links/${id}/edit`);
    await page.getByText('An admin or the owner of the project can make changes.').waitFor();
    assert.equal(await button(page, 'Add a rule').count(), 0);
    assert.equal(await button(page, 'Save changes').count(), 0);
  });
});
