import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button, heading } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';

/** A device that recognises its owner, as a laptop with a fingerprint reader does. */
async function plugAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    recognise: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** Where the person chooses by the button alone; else a device without a screen chooses as soon as it is asked. */
const NOT_AT_FIELD = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false';

/** Someone on the page of their account, with such a device and a passkey on it. */
async function openWithPasskey(...scripts: string[]) {
  const product = await useProduct();
  const owner = await newOwner(product);
  const opened = await openSignedIn('/links', { locale: 'en-US' }, owner);
  const { context, page } = opened;
  for (const content of scripts) await page.addInitScript({ content });
  const device = await plugAuthenticator(context, page);
  await page.goto(`${product.origin}/account`);
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByText('You have none yet.').waitFor();
  await button(page, 'Add a passkey').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My laptop');
  const password = dialog.getByRole('textbox', { name: 'Your password' });
  await password.fill('not the password');
  await button(page, 'Continue').click();
  await dialog.getByText('Password is not the password of this account.').waitFor();
  await password.fill(owner.password);
  await button(page, 'Continue').click();
  await page.getByText('The passkey My laptop signs you in from now on.').waitFor();
  await card.getByText('not used yet').waitFor();
  return { product, owner, opened, page, device, card, dialog, password };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

suiteInBrowser('passkeys on the screen', () => {
  test('are added, named, used to sign in by the button, and removed', async () => {
    const { product, owner, page, device, card, dialog, password, ...rest } =
      await openWithPasskey(NOT_AT_FIELD);
    await using opened = rest.opened;
    const [credential] = await device.credentials();
    assert.equal(credential?.isResidentCredential, true);
    assert.equal(credential?.rpId, 'localhost');
    assert.equal(credential?.userName, owner.email);

    await signOut(page);
    await device.recognise(false);
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('alert').getByText('No passkey was used').waitFor();
    await device.recognise(true);
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('button', { name: 'Your account' }).waitFor();

    await page.goto(`${product.origin}/account`);
    await card.getByText('last used').waitFor();
    await button(page, 'More for the passkey My laptop').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
    await button(page, 'Rename').click();
    await button(page, 'More for the passkey Old laptop').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await password.fill(owner.password);
    await button(page, 'Remove passkey').click();
    await card.getByText('You have none yet.').waitFor();

    await signOut(page);
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('alert').getByText('This passkey signs in to no account here').waitFor();
    assert.deepEqual(
      opened.said.filter((line) => line.startsWith('error')),
      [],
    );
  });

  test('sign in from what the browser offers at the email field', async () => {
    const { page, opened: toClose } = await openWithPasskey();
    await using _ = toClose;
    await signOut(page);
    await heading(page, 'Get started').waitFor();
  });
});
