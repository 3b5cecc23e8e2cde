import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { newOwner, useProduct } from '../../support/product.ts';
import { button } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

suiteInBrowser('signed identities on the Settings screen', () => {
  test('need a secret, which is shown once and rotated after a question', async () => {
    const product = await useProduct();
    const owner = await newOwner(product);
    const call = await callAs(product, owner);
    const params = { projectId: owner.projectId };
    const settings = async () => bodyOf(await call(operations.getProject, { params }), 200);
    const secretOf = async () => bodyOf(await call(operations.getIdentitySecret, { params }), 200);
    await using opened = await openSignedIn('/settings', {}, owner);
    const { page } = opened;
    const proof = page.getByRole('switch', { name: 'Take signed identities only' });
    await page.getByText('There is no identity secret yet.').waitFor();
    assert.ok(await proof.isDisabled());
    await button(page, 'Make a secret').click();
    const shown = page.getByRole('dialog', { name: 'Identity secret' });
    const first = (await shown.getByRole('code').textContent()) ?? '';
    assert.match(first, /^fl_identity_[\w-]{43}$/);
    await button(page, 'I have copied it').click();
    await shown.waitFor({ state: 'hidden' });
    await page.getByText(`It ends in ${first.slice(-4)} and is not shown again.`).waitFor();
    assert.ok(!(await page.content()).includes(first));
    assert.equal((await secretOf()).lastCharacters, first.slice(-4));

    await proof.click();
    await button(page, 'Take signed ones only').click();
    await page.getByText('Apps need a proof now.').waitFor();
    assert.equal((await settings()).identify, 'signed');
    assert.deepEqual(await examineAsItIs(page, 'settings-identity'), []);

    await button(page, 'Rotate, keep the old secret for 24 hours').click();
    await button(page, 'Cancel').click();
    assert.equal((await secretOf()).lastCharacters, first.slice(-4));
    await button(page, 'Rotate, keep the old secret for 24 hours').click();
    await button(page, 'Rotate secret').click();
    await button(page, 'I have copied it').click();
    await page.getByText(/Proofs made with the one before count until/).waitFor();
    assert.notEqual((await secretOf()).previousUntil, null);
    await button(page, 'Rotate secret now').click();
    await button(page, 'Rotate secret').click();
    await button(page, 'I have copied it').click();
    await page.getByText(/Proofs made with the one before/).waitFor({ state: 'detached' });
    assert.equal((await secretOf()).previousUntil, null);
    await proof.click();
    await page.getByText('Apps need no proof now.').waitFor();
    assert.equal((await settings()).identify, 'apps');
  });
});
