import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { operations } from '@fairlead/contract';
import { bodyOf } from '../../support/callers/person.ts';
import { operatorOf, startProduct } from '../../support/product.ts';
import { takeSession } from '../takeSession.ts';

suiteInBrowser('settings and members screens', () => {
  test('warn before clicks are deleted, and show the link of an invitation that was not emailed', async () => {
    const product = await startProduct({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await using opened = await product.openPage({
      locale: 'en-US',
      viewport: { width: 1280, height: 860 },
    });
    const { page } = opened;
    await takeSession(opened.context, product, product);
    await page.goto(product.origin);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL(/\/p\/[\da-f-]{36}\/settings/);
    const projectId = new URL(page.url()).pathname.split('/')[2] ?? '';
    // The business plan keeps 761 days; the demo project's own plan has no limit.
    const operator = operatorOf(product);
    bodyOf(
      await operator(operations.changePlan, { params: { projectId }, body: { plan: 'business' } }),
      200,
    );
    await page.reload();
    const days = page.getByLabel('Days', { exact: true });
    await days.fill('900');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('The plan keeps clicks for 761 days at most.').waitFor();
    await days.fill('30');
    await page.getByRole('button', { name: 'Save settings' }).click();
    const question = page.getByRole('dialog', { name: 'Keep clicks for 30 days only?' });
    await question.getByText('is deleted from this project').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    assert.equal(await days.inputValue(), '');
    await days.fill('30');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await question.getByRole('button', { name: 'Delete older clicks' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    assert.equal(await days.inputValue(), '30');
    assert.deepEqual(await examineAsItIs(page, 'settings-retention'), []);

    const websites = page.getByLabel('Websites that may use your app keys');
    await websites.fill('https://Shop.example.com/\nwww.example.com');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('must be an origin such as https://shop.example.com').first().waitFor();
    await websites.fill('https://Shop.example.com/\nhttps://www.example.com');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    assert.equal(await websites.inputValue(), 'https://shop.example.com\nhttps://www.example.com');

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    const shown = page.getByRole('dialog', {
      name: 'No email went to ada@example.com',
    });
    const link = await shown.getByText('/invitation?token=').innerText();
    assert.ok(link.startsWith(`${product.origin}/invitation?token=`));
    await shown.getByRole('button', { name: 'Copy the link' }).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'invitation-link'), []);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Not sent').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'members-not-mailed'), []);
    await page.getByRole('button', { name: 'More for ada@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    const again = await shown.getByText('/invitation?token=').innerText();
    assert.notEqual(again, link);
    await page.goto(link);
    await page.getByText('This invitation is no longer valid').waitFor();
    await page.goto(again);
    await page.getByText('ada@example.com').first().waitFor();
  });
});
