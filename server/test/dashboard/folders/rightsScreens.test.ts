import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { suiteInBrowser } from '../../support/browser/browser.ts';
import { bodyOf } from '../../support/callers/person.ts';
import { addressIn, mailsIn } from '../../support/outside/mails.ts';
import { newOwner, type Product, useProduct } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { button, heading } from '../byName.ts';
import { openSignedIn } from '../openSignedIn.ts';
import { callAs } from '../seed.ts';

/** A project with two folders, a link in one of them, and a viewer. */
async function newTeam(product: Product) {
  const account = await newOwner(product);
  const call = await callAs(product, account);
  // On a domain of the server, unlike that of a provisioned one.
  const made = await call(operations.createProject, { body: { name: 'Seasons' } });
  const owner = { ...account, projectId: bodyOf(made, 201).id };
  const params = { projectId: owner.projectId };
  const names = ['Summer', 'Winter'];
  for (const name of names) await call(operations.createFolder, { params, body: { name } });
  const { folders } = bodyOf(await call(operations.listFolders, { params }), 200);
  const body = { type: 'unified', name: 'Snow', folder: folders[1]!.id } as const;
  bodyOf(await call(operations.createProjectLink, { params, body }), 201);
  const viewer = { ...owner, email: `ann-${owner.email}`, password: 'only here to write' };
  const invited = { email: viewer.email, role: 'viewer' } as const;
  bodyOf(await call(operations.createInvitation, { params, body: invited }), 201);
  const [mail] = await mailsIn(product.dataDir, viewer.email);
  const token = new URL(addressIn(mail, '/invitation')).searchParams.get('token') ?? '';
  const { password } = viewer;
  bodyOf(await call(operations.acceptInvitation, { body: { token, name: 'Ann', password } }), 200);
  return { owner, viewer, call, params, folders };
}

suiteInBrowser('rights of folders in the dashboard', () => {
  test('an editor with view access creates and changes links in her folder alone', async () => {
    const product = await useProduct();
    const { owner, viewer } = await newTeam(product);
    {
      await using opened = await openSignedIn('/links', {}, owner);
      const { page } = opened;
      await button(page, 'Folders').click();
      await button(page, 'Choose who changes the folder Summer').click();
      await page.getByRole('combobox', { name: 'Editors of Summer' }).click();
      await page.getByRole('option', { name: /^Ann/ }).click();
      await page.keyboard.press('Escape');
      await button(page, 'Save rights').click();
      await page.getByRole('dialog').getByText('1 editor', { exact: true }).waitFor();
    }
    await using opened = await openSignedIn('/links', {}, viewer);
    const { page } = opened;
    await page.getByRole('link', { name: 'Snow' }).click();
    await heading(page, 'Snow').waitFor();
    await button(page, 'QR code').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Edit', exact: true }).count(), 0);
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('link', { name: 'New link' }).click();
    const folder = page.getByRole('combobox', { name: 'Folder', exact: true });
    await folder.waitFor();
    await until('the folder is chosen', async () => (await folder.inputValue()) === 'Summer');
    await folder.click();
    assert.deepEqual(await page.getByRole('option').allTextContents(), ['Summer']);
    await page.keyboard.press('Escape');
    await page.getByLabel('Name', { exact: true }).fill('Beach');
    await button(page, 'Create link').click();
    await heading(page, 'Beach').waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Beaches');
    await button(page, 'Save changes').click();
    await heading(page, 'Beaches').waitFor();
  });

  test('an admin sees why links of a locked folder cannot be changed', async () => {
    const product = await useProduct();
    const { viewer: admin, call, params, folders } = await newTeam(product);
    const { members } = bodyOf(await call(operations.listMembers, { params }), 200);
    const { userId } = members.find(({ email }) => email === admin.email)!;
    const member = { ...params, userId };
    bodyOf(await call(operations.updateMember, { params: member, body: { role: 'admin' } }), 200);
    const winter = { ...params, folderId: folders[1]!.id };
    bodyOf(await call(operations.updateFolder, { params: winter, body: { locked: true } }), 200);
    await using opened = await openSignedIn('/links', {}, admin);
    const { page } = opened;
    await button(page, 'Folders').click();
    await page.getByText('Locked: only the owner changes it').waitFor();
    assert.equal(await button(page, 'Rename the folder Winter').count(), 0);
    await button(page, 'Rename the folder Summer').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Snow' }).click();
    await page.getByText('The folder of this link is locked.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Edit', exact: true }).count(), 0);
    await page.goto(`${page.url().split('?')[0]}/edit`);
    await page.getByText('The folder of this link is locked.').waitFor();
    assert.equal(await button(page, 'Save changes').count(), 0);
  });
});
