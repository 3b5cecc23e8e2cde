import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { endings } from '../../support/run/endings.ts';
import { examineAsItIs, settle } from '../../support/browser/examine.ts';
import { openDnsServer } from '../../support/outside/openDnsServer.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { operatorOf, startProduct } from '../../support/product.ts';
import { send, USER_AGENTS } from '../../support/callers/request.ts';
import { button } from '../byName.ts';
import { takeSession } from '../takeSession.ts';

let stage: ReturnType<typeof build> | undefined;
/** A product that asks the tests' own DNS server, which knows nothing but what a test says. */
const onStage = () => (stage ??= build());

async function build() {
  const dns = endings.use(await openDnsServer());
  return { dns, product: await startProduct({ DNS_SERVERS: dns.address }) };
}

/** The owner of a project with a verified domain, before the details of that domain. */
async function openDetails(host: string) {
  const { dns, product } = await onStage();
  const body = { name: host, plan: 'business', domain: host } as const;
  const made = bodyOf(await operatorOf(product)(operations.provision, { body }), 201);
  const opened = await product.openPage({ locale: 'en-US' });
  const { page } = opened;
  await takeSession(opened.context, product, { email: made.userEmail });
  await page.goto(`${product.origin}/p/${made.projectId}/domains`);
  const showDetails = async () => {
    await button(page, 'Details').click();
    // Parts that load move what is below them away from a click.
    await settle(page);
  };
  await showDetails();
  const open = (path: string) =>
    send({
      port: Number(new URL(product.origin).port),
      path,
      headers: { host, 'user-agent': USER_AGENTS.desktop },
    });
  return { opened, page, dns, open, showDetails };
}

const findings = (page: Page) => page.getByRole('list', { name: 'Findings' });

suiteInBrowser("a domain's check-up screen", () => {
  test('lists findings with reason and cure, and keeps earlier check-ups', async () => {
    const host = 'checked.example.com';
    const { opened, page, dns } = await openDetails(host);
    await using _ = opened;
    await page.getByText('Not checked yet.').waitFor();
    await button(page, 'Check now').click();
    for (const words of [
      'DNS_NOTHING',
      `${host} has neither a CNAME nor an A or AAAA record.`,
      `Add a CNAME record for ${host}`,
    ]) {
      await findings(page).getByText(words).waitFor();
    }
    assert.equal(await findings(page).getByRole('listitem').count(), 1);
    await findings(page).getByText('Problem', { exact: true }).waitFor();

    dns.zone.set(`A ${host}`, ['10.0.0.1']);
    await button(page, 'Check now').click();
    await findings(page).getByText('Phones outside your network').waitFor();
    assert.equal(await findings(page).getByText('DNS_NOTHING').count(), 0);
    const earlier = page.getByRole('list', { name: 'Earlier check-ups' });
    await earlier.getByText(/1 finding: DNS_NOTHING/).waitFor();
  });
});

suiteInBrowser("Firebase long links on a domain's screen", () => {
  test('can be switched on and off, and are counted by destination host and campaign', async () => {
    const { opened, page, open, showDetails } = await openDetails('firebase.example.com');
    await using _ = opened;
    const shop = `/?link=${encodeURIComponent('https://shop.example.com/p/7')}`;
    const answered = page.getByRole('switch', { name: 'Answer long links' });
    await answered.waitFor();
    assert.equal(await answered.isChecked(), false);
    assert.equal((await open(shop)).status, 404);

    await answered.check();
    await page.getByLabel('Allowed hosts').fill('not a host!');
    await button(page, 'Save long links').click();
    await page.getByText(/Allowed hosts.* must be a host name/).waitFor();
    // Of an address that was pasted the host is taken.
    await page
      .getByLabel('Allowed hosts')
      .fill('https://shop.example.com/p/7\n*.brand.example.com');
    await button(page, 'Save long links').click();
    await page.getByText('Long links are answered.').waitFor();
    await page.getByText('No long link was opened yet.').waitFor();

    for (const campaign of ['spring', 'spring', '']) {
      const reply = await open(`${shop}${campaign && `&utm_campaign=${campaign}`}`);
      assert.equal(reply.status, 302);
    }
    assert.equal((await open('/?link=https%3A%2F%2Felsewhere.example.com')).status, 404);
    await page.reload();
    await showDetails();
    const numbers = page.getByRole('group', { name: 'Clicks on long links' });
    await numbers.getByRole('row', { name: /^shop\.example\.com spring 2 / }).waitFor();
    await numbers.getByRole('row', { name: /^shop\.example\.com – 1 / }).waitFor();
    assert.equal(await numbers.getByRole('row').count(), 3);
    assert.equal(
      await page.getByLabel('Allowed hosts').inputValue(),
      'shop.example.com\n*.brand.example.com',
    );
    assert.deepEqual(await examineAsItIs(page, 'domain-details'), []);

    await answered.uncheck();
    await button(page, 'Save long links').click();
    await page.getByText('Long links are no longer answered.').waitFor();
    assert.equal((await open(shop)).status, 404);
  });
});
