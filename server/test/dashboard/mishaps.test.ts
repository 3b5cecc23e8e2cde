import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../support/browser/browser.ts';
import { operations } from '@fairlead/contract';
import { newId } from '#platform/lib/uuid.ts';
import { addressIn, mailsIn } from '../support/outside/mails.ts';
import { bodyOf } from '../support/callers/person.ts';
import { useProduct } from '../support/product.ts';
import { button, heading, unfold } from './byName.ts';
import { openSignedIn } from './openSignedIn.ts';
import { seedProduct } from './seed.ts';
import { takeSession } from './takeSession.ts';

const focused = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")');

suiteInBrowser('error and edge cases in the dashboard', () => {
  test('a link form with parameters that would be lost cannot be saved', async () => {
    await using opened = await openSignedIn('/links/new');
    const { page, requests } = opened;
    const sent = () => requests.filter((line) => /^POST .*\/links$/.test(line));
    await page.getByLabel('Name', { exact: true }).fill('Never made');
    await unfold(page, 'Parameters');
    const add = button(page, 'Add a parameter');
    await add.click();
    await page.getByLabel('Value of parameter 1').fill('sale');
    await button(page, 'Create link').click();
    await page.getByText('Give it a name, or remove it.').waitFor();
    await page.getByLabel('Name of parameter 1').fill('screen');
    await add.click();
    await page.getByLabel('Name of parameter 2').fill('screen');
    await button(page, 'Create link').click();
    await page.getByText('Another parameter has this name.').waitFor();
    await button(page, 'Edit as JSON').click();
    await page.getByLabel('Parameters as JSON').fill('{"screen": ');
    await button(page, 'Create link').click();
    await page.getByText('This must be a JSON object').waitFor();
    assert.deepEqual(sent(), []);
    assert.equal(await focused(page), 'Parameters as JSON');
  });

  test('leaving an edited link asks for confirmation', async () => {
    const { linkId } = await seedProduct();
    await using opened = await openSignedIn(`/links/${linkId}/edit`);
    const { page } = opened;
    const name = page.getByLabel('Name', { exact: true });
    const cancel = page.getByRole('link', { name: 'Cancel' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await name.fill('Half a thought');
    await cancel.click();
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'hidden' });
    assert.equal(await name.inputValue(), 'Half a thought');
    await cancel.click();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    assert.match(page.url(), /\/edit$/);
    await cancel.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(new RegExp(`/links/${linkId}$`));
    await page.goBack();
    await name.waitFor();
    await cancel.click();
    await page.waitForURL(new RegExp(`/links/${linkId}$`));
  });

  test('a QR code downloads under the name of its link', async () => {
    const { linkId } = await seedProduct();
    await using opened = await openSignedIn(`/links/${linkId}`);
    const { page } = opened;
    await button(page, 'QR code').click();
    for (const [format, beginning] of [
      ['SVG', '<svg'],
      ['PNG', '\u0089PNG'],
    ] as const) {
      const begun = page.waitForEvent('download');
      await page.getByRole('link', { name: `Plain ${format}` }).click();
      const file = await begun;
      assert.match(file.suggestedFilename(), new RegExp(`^\\w{7}\\.${format.toLowerCase()}$`));
      assert.ok((await readFile(await file.path(), 'latin1')).startsWith(beginning));
    }
  });

  test("closing a dialog opened from a menu returns focus to the menu's button", async () => {
    await using opened = await openSignedIn('/keys');
    const { page } = opened;
    const more = button(page, 'More for the key The app');
    const question = page.getByRole('dialog', { name: 'Rotate the key The app?' });
    const leave = async () => {
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      await more.and(page.locator(':focus')).waitFor();
    };
    await more.focus();
    await page.keyboard.press('Enter');
    // The menu is seen a little before it has the keyboard.
    await page.getByRole('menu').locator(':focus').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await leave();
    await more.click();
    await page.getByRole('menuitem', { name: 'Rotate now' }).click();
    await leave();
  });

  test('Escape closes the phone menu and returns focus to its button', async () => {
    await using opened = await openSignedIn('/links', { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    const entry = page.getByRole('link', { name: 'API keys' });
    // Closed, it is no stop of the keyboard either.
    await entry.waitFor({ state: 'hidden' });
    await button(page, 'Open the menu').click();
    await entry.focus();
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'hidden' });
    assert.equal(await focused(page), 'Open the menu');
  });

  test("links are listed even if the user's column choice cannot be loaded", async () => {
    await using opened = await openSignedIn('/members');
    const { page } = opened;
    const failed = { statusCode: 500, message: 'Internal server error', error: 'INTERNAL' };
    await page.route(/\/api\/v1\/session$/, (route) =>
      route.fulfill({ status: 500, json: failed }),
    );
    await page.goto(page.url().replace('/members', '/links'));
    await page.getByRole('columnheader', { name: 'Clicks' }).waitFor();
  });

  test("a server error shows the reference to the server's log and can be retried", async () => {
    await using opened = await openSignedIn('/members');
    const { page } = opened;
    await page.route(/\/audit/, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'the-line-of-the-log' },
        json: { statusCode: 500, message: 'Internal server error', error: 'INTERNAL' },
      }),
    );
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page
      .getByText(/send this reference to your administrator: the-line-of-the-log$/)
      .waitFor();
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await page.getByText('created the key').first().waitFor();
  });

  test('deleted links and unknown projects lead back to their lists', async () => {
    const { projectId } = await seedProduct();
    await using opened = await openSignedIn(`/links/${newId()}`);
    const { page } = opened;
    await heading(page, 'Link not found').waitFor();
    assert.equal(await button(page, 'Try again').count(), 0);
    await page.getByRole('link', { name: 'Go to links' }).click();
    await page.getByRole('table', { name: 'Links' }).waitFor();
    await page.goto(page.url().replace(projectId, newId()));
    await heading(page, 'Project not found').waitFor();
    await page.getByRole('link', { name: 'Go to your projects' }).click();
    await page.getByRole('button', { name: /^Project Demo/ }).waitFor();
  });

  test('a viewer sees why nothing can be saved, and no links to what is forbidden', async () => {
    const product = await useProduct();
    const { projectId, call } = await seedProduct();
    const reader = { email: 'reader@example.com', password: 'only here to read' };
    const body = { email: reader.email, role: 'viewer' } as const;
    bodyOf(await call(operations.createInvitation, { params: { projectId }, body }), 201);
    const [mail] = await mailsIn(product.dataDir, reader.email);
    const token = new URL(addressIn(mail, '/invitation')).searchParams.get('token') ?? '';
    const { password } = reader;
    bodyOf(
      await call(operations.acceptInvitation, { body: { token, name: 'Reader', password } }),
      200,
    );
    await using opened = await product.openPage({ locale: 'en-US' });
    const { page } = opened;
    await takeSession(opened.context, product, reader);
    await page.goto(`${product.origin}/p/${projectId}/settings`);
    await page.getByText('An admin or the owner of the project can make changes.').waitFor();
    assert.equal(await button(page, 'Save settings').count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
    await page.goto(`${product.origin}/p/${projectId}/audit`);
    await page.getByText('This needs the role admin; yours is viewer').waitFor();
    assert.equal(await button(page, 'Try again').count(), 0);
  });
});
