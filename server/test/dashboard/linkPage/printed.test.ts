import assert from 'node:assert/strict';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import type { Page } from 'playwright-core';
import { test } from 'node:test';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { examineAsItIs } from '../../support/browser/examine.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { addressIn, mailsIn } from '../../support/outside/mails.ts';
import { newOwner, type Owner, useProduct } from '../../support/product.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

const { acceptInvitation, createInvitation, createProjectLink, proposeLinkChange } = operations;
const { getProjectLink, updateProjectLink, useServerDomain } = operations;

type Call = ReturnType<typeof createClient>;

const OLD = 'https://example.com/spring';
const NEW = 'https://example.com/summer';

async function newPrinted() {
  const product = await useProduct();
  const owner = await newOwner(product);
  const { projectId } = owner;
  const call = await callAs(product, owner);
  bodyOf(await call(useServerDomain, { params: { projectId } }), 201);
  const made = await call(createProjectLink, {
    params: { projectId },
    body: { type: 'dynamic', name: 'Leaflet', fallbackUrl: OLD },
  });
  const { id } = bodyOf(made, 201);
  const params = { projectId, linkId: id };
  bodyOf(await call(updateProjectLink, { params, body: { printed: true } }), 200);
  const destination = async () => bodyOf(await call(getProjectLink, { params }), 200).fallbackUrl;
  return { owner, call, params, destination, path: `/links/${id}` };
}

/** Calls of an admin of the owner's project. */
async function newAdmin({ projectId }: Owner, call: Call): Promise<Call> {
  const product = await useProduct();
  const email = `admin-${projectId}@fairlead.localhost`;
  const params = { projectId };
  bodyOf(await call(createInvitation, { params, body: { email, role: 'admin' } }), 201);
  const [mail] = await mailsIn(product.dataDir, email);
  const token = new URL(addressIn(mail, '/invitation')).searchParams.get('token') ?? '';
  const anyone = createClient({ baseUrl: `${product.origin}/api/v1` });
  const password = 'a long password of Ada';
  bodyOf(await anyone(acceptInvitation, { body: { token, name: 'Ada Admin', password } }), 200);
  return callAs(product, { email });
}

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'More for this link' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

suiteInBrowser('a printed link on screen', () => {
  test('changes once somebody else has approved it', async () => {
    const { owner, call, params, destination, path } = await newPrinted();
    const admin = await newAdmin(owner, call);
    const changes = { fallbackUrl: NEW };
    bodyOf(await admin(proposeLinkChange, { params, body: { changes } }), 200);
    await using opened = await openSignedIn('/links', {}, owner);
    const { page } = opened;
    await page.getByText('1 change of a printed link waits for approval.').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'links-to-approve'), []);
    await page.getByRole('button', { name: 'Show these links' }).click();
    await page.getByRole('link', { name: 'Leaflet' }).click();
    await page.getByText('Ada Admin proposed this').waitFor();
    await page.getByText(`Destination: from ${OLD} to ${NEW}`).waitFor();
    assert.deepEqual(await examineAsItIs(page, 'link-proposal'), []);
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('button', { name: 'Approve change' }).click();
    await page.getByText('The change is made.').waitFor();
    assert.equal(await destination(), NEW);
    await page.goto(`${new URL(page.url()).origin}/p/${params.projectId}${path}?tab=history`);
    await page.getByRole('button', { name: 'Audit log' }).click();
    const log = page.getByRole('dialog', { name: 'History of Leaflet' });
    await log.getByText('approved the proposed change of the printed link').waitFor();
    assert.deepEqual(await examineAsItIs(page, 'object-history'), []);
  });

  test('is edited by a proposal, which its proposer withdraws', async () => {
    const { owner, call, destination, path } = await newPrinted();
    await newAdmin(owner, call);
    await using opened = await openSignedIn(`${path}/edit`, {}, owner);
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Destination', exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('dialog', { name: 'Propose this change?' }).waitFor();
    await page.getByRole('button', { name: 'Propose change' }).click();
    await page.getByText('Another owner or admin approves it.').waitFor();
    assert.equal(await destination(), OLD);
    await page.getByRole('button', { name: 'Withdraw proposal' }).click();
    await page.getByText('The proposal is withdrawn.').waitFor();
    await page.getByText('A change waits for approval').waitFor({ state: 'hidden' });
  });

  test('is changed by confirming where nobody else may approve', async () => {
    const { owner, call, params, path } = await newPrinted();
    await using opened = await openSignedIn(path, {}, owner);
    const { page } = opened;
    await choose(page, 'Archive');
    await page.getByRole('dialog', { name: 'Change a printed link?' }).waitFor();
    await page.getByRole('button', { name: 'Change link' }).click();
    await page.getByText('The change is made.').waitFor();
    const link = bodyOf(await call(getProjectLink, { params }), 200);
    assert.deepEqual([link.archived, link.printed], [true, true]);
    await choose(page, 'Delete…');
    await page.getByRole('button', { name: 'Change link' }).click();
    await page.getByText('The link Leaflet was deleted.').waitFor();
    assert.equal((await call(getProjectLink, { params })).status, 404);
  });

  test('is marked on its page', async () => {
    const { owner, call, params, path } = await newPrinted();
    const other = { type: 'dynamic' as const, name: 'Poster', fallbackUrl: OLD };
    const { projectId } = params;
    const made = await call(createProjectLink, { params: { projectId }, body: other });
    const { id } = bodyOf(made, 201);
    await using opened = await openSignedIn(path.replace(params.linkId, id), {}, owner);
    const { page } = opened;
    await choose(page, 'Mark as printed…');
    await page.getByRole('button', { name: 'Mark as printed' }).click();
    await page.getByText('Printed: the code of this link is on paper').waitFor();
  });
});
