import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { useProduct } from '../../support/product.ts';
import { newShop } from '../events/newShop.ts';
import { openSignedIn } from '../openSignedIn.ts';

suiteInBrowser('the customers of an installation', () => {
  test('are on its page, with who said so', async () => {
    const { owner, call, install } = await newShop();
    const installationId = await install();
    const { origin } = await useProduct();
    const params = { projectId: owner.projectId };
    const key = { name: 'Server', class: 'secret' } as const;
    const { text } = bodyOf(await call(operations.createAppKey, { params, body: key }), 201);
    const server = createClient({ baseUrl: `${origin}/v1`, headers: { 'x-app-key': text } });
    for (const customerId of ['ann', 'bob']) {
      bodyOf(await server(operations.identify, { body: { customerId, installationId } }), 200);
    }
    await using opened = await openSignedIn(`/installations?id=${installationId}`, {}, owner);
    const customers = opened.page.getByRole('region', { name: 'Customers' });
    await customers.getByText('ann', { exact: true }).waitFor();
    await customers.getByText(/to now\. Said by your server\./).waitFor();
    assert.equal(await customers.getByText(/Said by your server\./).count(), 2);
    assert.deepEqual(await examineAsItIs(opened.page, 'installation-customers'), []);
  });
});
