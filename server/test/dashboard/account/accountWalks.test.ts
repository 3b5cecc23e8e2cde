import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { addressIn, mailsIn } from '../../support/outside/mails.ts';
import { readModules } from '../../support/outside/readQr.ts';
import { newOwner, type Owner, type Product, useProduct } from '../../support/product.ts';
import { nextTotpOf, totpOf, wrongTotpOf } from '../../support/callers/totpOf.ts';
import { askDatabase } from '../askDatabase.ts';
import { button } from '../byName.ts';
import { signIn } from '../signIn.ts';

const NEW_PASSWORD = 'a wholly new password';
const EN = { locale: 'en-US' };

/** By the menu of the person; ends on the sign-in page. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** Someone on the page of their account. */
async function openAccount(page: Page, product: Product, owner: Owner) {
  await page.goto(`${product.origin}/account`);
  await signIn(page, owner);
  await page.getByRole('heading', { name: 'Account' }).waitFor();
}

suiteInBrowser('the account screens', () => {
  test('set up a second factor, sign in with app or backup codes, and turn it off', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await using opened = await product.openPage(EN);
    const { page } = opened;
    await openAccount(page, product, owner);
    const { secret, backupCodes } = await setUp(page, owner.password);
    await page.getByText('Two-factor authentication is on.').waitFor();
    await button(page, 'Turn it off').waitFor();

    await signOut(page);
    await signIn(page, owner);
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill(wrongTotpOf(secret));
    await button(page, 'Sign in').click();
    await page.getByRole('alert').getByText(/code/i).waitFor();
    // Emptied on the way to another try, as a person does.
    await code.fill('');
    await code.fill(nextTotpOf(secret));
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();

    await signOut(page);
    await signIn(page, owner);
    await code.fill(backupCodes[0] ?? '');
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();

    await signOut(page);
    await signIn(page, owner);
    await code.fill(backupCodes[0] ?? '');
    await button(page, 'Sign in').click();
    await page.getByRole('alert').waitFor();
    await code.fill(backupCodes[1] ?? '');
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();

    await page.goto(`${product.origin}/account`);
    await page.getByLabel('Your password').fill('not the password');
    await button(page, 'Turn it off').click();
    await page.getByText('Password is not the password of this account.').waitFor();
    await page.getByLabel('Your password').fill(owner.password);
    await button(page, 'Turn it off').click();
    await page.getByText('Two-factor authentication is off.').waitFor();
    await signOut(page);
    await signIn(page, owner);
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    assert.deepEqual(
      opened.said.filter((line) => line.startsWith('error')),
      [],
    );
  });

  test('reset a forgotten password by email, once, and end sessions elsewhere', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await using elsewhere = await product.openPage(EN);
    await openAccount(elsewhere.page, product, owner);
    await using opened = await product.openPage(EN);
    const { page } = opened;
    await page.goto(`${product.origin}/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('Email').fill(owner.email);
    await button(page, 'Send email').click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const [mail] = await mailsIn(product.dataDir, owner.email);
    const address = addressIn(mail, '/reset-password');

    await page.goto(address);
    const field = page.getByRole('textbox', { name: 'New password' });
    await field.fill('aaaaaaaaaaaaaaa');
    await button(page, 'Set password').click();
    await page.getByText('New password must have at least').waitFor();
    await field.fill(NEW_PASSWORD);
    await button(page, 'Set password').click();
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, owner);
    await page.getByRole('alert').waitFor();
    await signIn(page, { ...owner, password: NEW_PASSWORD });
    await page.getByRole('heading', { name: 'Get started' }).waitFor();

    await page.goto(address);
    await field.fill('a third, yet other password');
    await button(page, 'Set password').click();
    await page
      .getByRole('alert')
      .getByText(/expired|used|invalid/i)
      .waitFor();

    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('answer the same for known and unknown emails', async () => {
    const product = await useProduct();
    await using opened = await product.openPage(EN);
    const { page } = opened;
    const said = [];
    for (const email of [(await newOwner(product)).email, `nobody-${Date.now()}@x.test`]) {
      await page.goto(`${product.origin}/forgot-password`);
      await page.getByLabel('Email').fill(email);
      await button(page, 'Send email').click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      const text = (await page.getByRole('main').textContent()) ?? '';
      said.push(text.replace(email, 'THE ADDRESS'));
      await page.goto(`${product.origin}/sign-in`);
      await signIn(page, { email, password: 'not the password at all' });
      said.push(await page.getByRole('alert').textContent());
    }
    assert.deepEqual(said.slice(0, 2), said.slice(2));
  });

  test('verify the email by an emailed link', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await askDatabase(product, 'update users set email_verified = false where email = $1', [
      owner.email,
    ]);
    await using opened = await product.openPage(EN);
    const { page } = opened;
    await openAccount(page, product, owner);
    await page.getByText('This address is not confirmed yet.').waitFor();
    await button(page, 'Send me the link').click();
    await page.getByText(`An email is on its way to ${owner.email}.`).waitFor();
    const [mail] = await mailsIn(product.dataDir, owner.email);
    await page.goto(`${product.origin}/verify-email?token=forged`);
    await button(page, 'Confirm').click();
    await page.getByRole('alert').waitFor();
    await page.goto(addressIn(mail, '/verify-email'));
    await button(page, 'Confirm').click();
    await page.getByText('Thank you, your address is confirmed.').waitFor();
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Account and sign-ins' }).click();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    assert.equal(await page.getByText('This address is not confirmed yet.').count(), 0);
  });

  test('list the active sessions and sign them out', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const open = () => product.openPage(EN);
    await using here = await open();
    await using phone = await open();
    await using laptop = await open();
    for (const { page } of [phone, laptop, here]) await openAccount(page, product, owner);
    const list = here.page.getByRole('region', { name: 'Active sessions' });
    await list.getByText('Chrome on Linux').nth(2).waitFor();
    await list.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await here.page.getByText('Signed out there.').waitFor();
    await button(here.page, 'Sign out everywhere else').click();
    await button(here.page, 'Sign out other sessions').click();
    await here.page.getByText('You are signed in only here now.').waitFor();
    await list.getByText('This device').waitFor();
    await list.getByRole('button').first().waitFor({ state: 'detached' });
    for (const { page } of [phone, laptop]) {
      // By what the page does next, without a reload.
      await page.getByLabel('Name').fill('Someone else');
      await button(page, 'Save').click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
    await here.page.reload();
    await here.page.getByRole('heading', { name: 'Account' }).waitFor();
  });

  test('sign out properly even when the token has expired', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await using opened = await product.openPage(EN);
    const { page, requests } = opened;
    await page.clock.install();
    await openAccount(page, product, owner);
    // Longer than the token in memory is good for; the cookie is still there.
    // What the page asks by itself as soon as hours have passed may be what renews the session.
    requests.length = 0;
    await page.clock.fastForward('03:00:00');
    const answered = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
    await signOut(page);
    assert.equal((await answered).status(), 200);
    const session = `${product.origin}/api/v1/session`;
    const renewed = requests.indexOf(`POST ${session}/refresh`);
    assert.ok(renewed !== -1 && renewed < requests.indexOf(`DELETE ${session}`));
    await page.goto(`${product.origin}/account`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('stay signed in across several tabs that refresh at the same time', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await using opened = await product.openPage(EN);
    const { page } = opened;
    await openAccount(page, product, owner);
    const second = await page.context().newPage();
    const third = await page.context().newPage();
    const tabs = [page, second, third];
    const renewals: number[] = [];
    page.context().on('response', (reply) => {
      if (reply.url().endsWith('/session/refresh')) renewals.push(reply.status());
    });
    for (let round = 0; round < 3; round += 1) {
      // Each load renews, for the token lives in the memory of its page alone.
      await Promise.all(tabs.map((tab) => tab.goto(`${product.origin}/account`)));
      await Promise.all(tabs.map((tab) => tab.getByText('This device').waitFor()));
    }
    assert.deepEqual(
      renewals,
      Array.from({ length: 9 }, () => 200),
    );
    await signOut(page);
    await second.reload();
    await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('stay signed in when the clock is hours off or the server answers 503', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    await using opened = await product.openPage(EN);
    const { page, requests } = opened;
    await page.clock.install({ time: Date.now() + 3 * 3600 * 1000 });
    await openAccount(page, product, owner);
    await page.getByText('This device').waitFor();
    const renewal = `POST ${product.origin}/api/v1/session/refresh`;
    // When the page was opened and nobody was signed in yet, and when it was opened after the sign-in page.
    assert.equal(requests.filter((request) => request === renewal).length, 2);

    await page.route('**/session/refresh', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.clock.fastForward('03:00:00');
    await page.getByLabel('Name').fill('Ada');
    await button(page, 'Save').click();
    await page
      .getByRole('alert')
      .getByText(/went wrong on the server/)
      .waitFor();
    await page.unroute('**/session/refresh');
    await button(page, 'Save').click();
    await page.getByText('Saved.').waitFor();
  });
});

/** The three steps; answers what an authenticator app and a careful person keep. */
async function setUp(page: Page, password: string) {
  await page.getByLabel('Your password').fill('not the password');
  await button(page, 'Set it up').click();
  await page.getByText('Password is not the password of this account, or').waitFor();
  await page.getByLabel('Your password').fill(password);
  await button(page, 'Set it up').click();
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
  const card = page.getByRole('region', { name: 'Two-factor authentication' });
  const secret = (await card.getByRole('code').textContent()) ?? '';
  const scanned = new URL(await scan(page));
  assert.equal(scanned.protocol, 'otpauth:');
  assert.equal(scanned.searchParams.get('secret'), secret);
  const backupCodes = await card.getByRole('listitem').allTextContents();
  const code = page.getByRole('textbox', { name: '3. The code the app shows now' });
  await code.fill(wrongTotpOf(secret));
  await button(page, 'Turn it on').click();
  await page.getByText('Code is wrong; check the clock of the device').waitFor();
  await code.fill(totpOf(secret));
  await button(page, 'Turn it on').click();
  return { secret, backupCodes };
}

/** What a camera reads from the picture. */
async function scan(page: Page): Promise<string> {
  const image = page.getByRole('img', { name: 'QR code of the key' });
  const size = Number((await image.getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await image.locator('path').getAttribute('d')) ?? '';
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    rows[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
  }
  return (await readModules(rows)) ?? '';
}
