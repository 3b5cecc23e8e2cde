import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { endings } from '../../support/run/endings.ts';
import { openProvider } from '../../support/outside/openProvider.ts';
import { newOwner, startProduct } from '../../support/product.ts';
import { keepScreen } from '../../support/browser/screens.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { nextTotpOf, totpOf } from '../../support/callers/totpOf.ts';
import { callAs } from '../seed.ts';
import { signIn } from '../signIn.ts';

let stage: ReturnType<typeof build> | undefined;
const onStage = () => (stage ??= build());

async function build() {
  const provider = endings.use(await openProvider());
  const { clientId, clientSecret } = provider.options(false);
  const product = await startProduct({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Company',
  });
  return { provider, product };
}

// The provider is at 127.0.0.1 and the product at localhost: two sites to a browser, so cookies are held to SameSite.
suiteInBrowser('signing in through a provider', () => {
  test('returns to the requested page and survives a reload', async () => {
    const { provider, product } = await onStage();
    const owner = await newOwner(product);
    provider.people.push(owner.email);
    await using opened = await product.openPage({ locale: 'en-US' });
    const { page } = opened;
    await page.goto(`${product.origin}/p/${owner.projectId}/members`);
    const button = page.getByRole('link', { name: 'Sign in with Company' });
    await button.waitFor();
    await keepScreen(page, 'dashboard-sign-in-provider');
    await button.click();
    await page.getByRole('link', { name: `Go on as ${owner.email}` }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    assert.ok(page.url().endsWith(`/p/${owner.projectId}/members`), page.url());
    await page.reload();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
  });

  test("asks for the user's second factor, as the account screen says", async () => {
    const { provider, product } = await onStage();
    const owner = await newOwner(product);
    provider.people.push(owner.email);
    await using opened = await product.openPage({ locale: 'en-US' });
    const { page } = opened;
    const enter = async () => {
      await page.getByRole('link', { name: 'Sign in with Company' }).click();
      await page.getByRole('link', { name: `Go on as ${owner.email}` }).click();
    };
    await page.goto(`${product.origin}/account`);
    await enter();
    await page.getByText('Also asked for when you sign in with Company.').waitFor();
    await page.getByLabel('Your password').fill(owner.password);
    await page.getByRole('button', { name: 'Set it up' }).click();
    const card = page.getByRole('region', { name: 'Two-factor authentication' });
    const secret = (await card.getByRole('code').textContent()) ?? '';
    const confirmation = totpOf(secret);
    await page.getByRole('textbox', { name: '3. The code the app shows now' }).fill(confirmation);
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText('Two-factor authentication is on.').waitFor();

    await page.context().clearCookies();
    await page.goto(`${product.origin}/account`);
    await enter();
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    const code = page.getByRole('textbox', { name: 'Code' });
    await code.fill(confirmation);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await code.fill(nextTotpOf(secret));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    assert.ok(page.url().endsWith('/account'), page.url());
  });

  test('beside a page whose session has ended keeps what was typed there', async () => {
    const { provider, product } = await onStage();
    const owner = await newOwner(product);
    provider.people.push(owner.email);
    await using opened = await product.openPage({ locale: 'en-US' });
    const { page, context } = opened;
    await page.goto(`${product.origin}/account`);
    await signIn(page, owner);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Written before');
    const elsewhere = await callAs(product, owner);
    bodyOf(await elsewhere(operations.revokeOtherSessions, {}), 200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' });
    const beside = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Sign in with Company' }).click();
    const tab = await beside;
    await tab.getByRole('link', { name: `Go on as ${owner.email}` }).click();
    await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Written before');
  });

  test('shows on the sign-in page that it was canceled or that the user is unknown', async () => {
    const { provider, product } = await onStage();
    provider.people.push('stranger@elsewhere.test');
    await using opened = await product.openPage({ locale: 'en-US' });
    const { page } = opened;
    const said = [];
    for (const answer of ['Not now', 'Go on as stranger@elsewhere.test']) {
      await page.goto(`${product.origin}/sign-in`);
      await page.getByRole('link', { name: 'Sign in with Company' }).click();
      await page.getByRole('link', { name: answer }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      said.push(await page.getByRole('alert').textContent());
    }
    assert.match(said[0] ?? '', /did not agree/);
    assert.match(said[1] ?? '', /No account here has that email address/);
    await page.goto(product.origin);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
