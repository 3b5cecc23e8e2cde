import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { addressIn, mailsIn } from '../../support/outside/mails.ts';
import { newOwner, type Owner, type Product, useProduct } from '../../support/product.ts';
import { askDatabase } from '../askDatabase.ts';
import { button, heading } from '../byName.ts';
import { takeSession } from '../takeSession.ts';

const PASSWORD = 'a password of someone new';
const EN = { locale: 'en-US' };

const newAddress = () => `guest-${Math.random().toString(36).slice(2)}@invited.test`;

async function openMembers(page: Page, product: Product, owner: Owner): Promise<void> {
  await takeSession(page.context(), product, owner);
  await page.goto(`${product.origin}/p/${owner.projectId}/members`);
  await heading(page, 'Members').waitFor();
}

/** By the owner's screen; answers the address in the mail. */
async function invite(page: Page, product: Product, email: string, role: 'Viewer' | 'Admin') {
  await button(page, 'Invite').click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('radio', { name: role }).check();
  await button(page, 'Send invitation').click();
  await page.getByText(`An email is on its way to ${email}.`).waitFor();
  return addressIn((await mailsIn(product.dataDir, email)).at(-1), '/invitation');
}

suiteInBrowser('the invitation screens', () => {
  test('create an account for a new user, who can later become the owner', async () => {
    const product = await useProduct();
    const owner = await newOwner(product, 'Harbour Coffee');
    await using owners = await product.openPage(EN);
    await openMembers(owners.page, product, owner);
    const email = newAddress();
    const address = await invite(owners.page, product, email, 'Admin');

    await using guests = await product.openPage(EN);
    const { page } = guests;
    await page.goto(address);
    await heading(page, 'Join Harbour Coffee').waitFor();
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Choose a password').fill('aaaaaaaaaaaaaaa');
    await button(page, 'Accept invitation').click();
    await page.getByText('Password must have at least').waitFor();
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await button(page, 'Accept invitation').click();
    await heading(page, 'Links').waitFor();
    // The session lasts.
    await page.reload();
    await heading(page, 'Links').waitFor();
    assert.ok(page.url().includes(owner.projectId));
    await page.goto(address);
    await heading(page, 'This invitation is no longer valid').waitFor();

    await transfer(owners.page, 'Grace');
    await page.goto(`${product.origin}/p/${owner.projectId}/settings`);
    await page.getByRole('button', { name: 'Delete Harbour Coffee…' }).waitFor();
    await owners.page.getByRole('link', { name: 'Settings' }).click();
    await heading(owners.page, 'Settings').waitFor();
    assert.equal(await owners.page.getByText('Delete Harbour Coffee…').count(), 0);
  });

  test('let a signed-in user accept at once', async () => {
    const product = await useProduct();
    const [owner, known] = [await newOwner(product), await newOwner(product, 'Another')];
    await using owners = await product.openPage(EN);
    await openMembers(owners.page, product, owner);
    const address = await invite(owners.page, product, known.email, 'Viewer');
    await using guests = await product.openPage(EN);
    const { page } = guests;
    await openMembers(page, product, known);
    await page.goto(address);
    await button(page, 'Accept invitation').click();
    await heading(page, 'Links').waitFor();
    assert.ok(page.url().includes(owner.projectId));
    assert.equal(await page.getByRole('link', { name: 'New link' }).count(), 0, 'a viewer reads');
  });

  test("make a user sign out before accepting another user's invitation", async () => {
    const product = await useProduct();
    const [owner, known] = [await newOwner(product), await newOwner(product)];
    await using opened = await product.openPage(EN);
    const { page } = opened;
    await openMembers(page, product, owner);
    const address = await invite(page, product, known.email, 'Viewer');
    await page.goto(address);
    await page.getByText(`You are signed in as ${owner.email}`).waitFor();
    assert.equal(await button(page, 'Accept invitation').count(), 0);
    await button(page, 'Sign out and continue').click();
    const email = page.getByLabel('Email');
    await page.getByRole('textbox', { name: 'Password' }).fill(known.password);
    assert.equal(await email.inputValue(), known.email);
    await button(page, 'Sign in').click();
    await heading(page, 'Links').waitFor();
    assert.ok(page.url().includes(owner.projectId));
  });

  test('accept the link of the newest email after an invitation is sent again', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await using owners = await product.openPage(EN);
    await openMembers(owners.page, product, owner);
    const email = newAddress();
    await invite(owners.page, product, email, 'Viewer');
    await button(owners.page, `More for ${email}`).click();
    await owners.page.getByRole('menuitem', { name: 'Send again' }).click();
    const mails = await mailsIn(product.dataDir, email, 2);
    await using guests = await product.openPage(EN);
    await guests.page.goto(addressIn(mails[1], '/invitation'));
    await heading(guests.page, 'Join Harbour Coffee').waitFor();
    await button(guests.page, 'Accept invitation').waitFor();
  });

  test('say when an invitation is revoked, expired or unknown', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await using owners = await product.openPage(EN);
    await openMembers(owners.page, product, owner);
    const [revoked, expired] = [newAddress(), newAddress()];
    const addresses = [
      await invite(owners.page, product, revoked, 'Viewer'),
      await invite(owners.page, product, expired, 'Viewer'),
      `${product.origin}/invitation?token=none`,
      `${product.origin}/invitation`,
    ];
    await button(owners.page, `More for ${revoked}`).click();
    await owners.page.getByRole('menuitem', { name: 'Revoke' }).click();
    await button(owners.page, 'Revoke invitation').click();
    await owners.page.getByText(`Invitation for ${revoked} revoked.`).waitFor();
    await askDatabase(product, 'update invitations set expires_at = now() where email = $1', [
      expired,
    ]);
    await using guests = await product.openPage(EN);
    for (const address of addresses) {
      await guests.page.goto(address);
      await heading(guests.page, 'This invitation is no longer valid').waitFor();
    }
  });
});

async function transfer(page: Page, name: string): Promise<void> {
  await page.reload();
  await button(page, `More for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Make the owner' }).click();
  await page.getByRole('dialog', { name: `Make ${name} the owner?` }).waitFor();
  await button(page, 'Transfer ownership').click();
  await page.getByText(`${name} owns the project now.`).waitFor();
  await page.locator('.row', { hasText: name }).getByText('Owner').waitFor();
}
