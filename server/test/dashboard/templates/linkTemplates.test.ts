import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import type { LinkTemplateFields } from '@fairlead/contract/operations/dashboard/linkTemplates';
import { newId } from '#platform/lib/uuid.ts';
import { newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';

const { createLinkTemplate, deleteLinkTemplate, listLinkTemplates, updateLinkTemplate } =
  operations;
const { createFolder, createProjectLink, deleteFolder, listAuditEntries, updateProject } =
  operations;

const FIELDS: LinkTemplateFields = {
  type: 'unified',
  fallbackUrl: 'https://shop.example/{product}?utm_source=mail',
  tags: ['newsletter'],
  parameters: { screen: 'shop' },
  expiresAfterClicks: 100,
  allowQueryPassthrough: true,
};

async function newTeam() {
  const project = await newProject();
  const params = { projectId: project.project.id };
  const owner = await ownerOf(project);
  const save = (name: string, fields: LinkTemplateFields = FIELDS, who: Person = owner) =>
    who.call(createLinkTemplate, { params, body: { name, fields } });
  const list = async (who: Person = owner) =>
    bodyOf(await who.call(listLinkTemplates, { params }), 200).templates;
  return { project, params, owner, save, list };
}

suite('templates of links', () => {
  test('are the team’s: saved, listed by name, changed and deleted, with entries in the audit log', async () => {
    const { params, owner, save, list } = await newTeam();
    const made = bodyOf(await save(' Newsletter '), 201);
    assert.deepEqual([made.name, made.fields], ['Newsletter', FIELDS]);
    bodyOf(await save('ads', {}), 201);
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['ads', 'Newsletter'],
    );
    const mine = { ...params, templateId: made.id };
    const change = (body: { name?: string; fields?: LinkTemplateFields }) =>
      owner.call(updateLinkTemplate, { params: mine, body });
    const renamed = bodyOf(await change({ name: 'Mails' }), 200);
    assert.deepEqual([renamed.name, renamed.fields], ['Mails', FIELDS]);
    assert.deepEqual(bodyOf(await change({ fields: { tags: ['x'] } }), 200).fields, {
      tags: ['x'],
    });
    bodyOf(await owner.call(deleteLinkTemplate, { params: mine }), 200);
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['ads'],
    );
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    const logged = entries.filter(({ action }) => action.startsWith('template.'));
    assert.deepEqual(
      logged.map(({ action, target }) => [action, target.name]),
      [
        ['template.deleted', 'Mails'],
        ['template.updated', 'Mails'],
        ['template.updated', 'Mails'],
        ['template.created', 'ads'],
        ['template.created', 'Newsletter'],
      ],
    );
  });

  test('a link can be made of one as it is', async () => {
    const { params, owner, save } = await newTeam();
    const { fields } = bodyOf(await save('Newsletter'), 201);
    const body = { type: 'dynamic' as const, ...fields };
    const link = bodyOf(await owner.call(createProjectLink, { params, body }), 201);
    assert.deepEqual(
      [link.type, link.tags, link.parameters, link.expiresAfterClicks],
      ['unified', ['newsletter'], { screen: 'shop' }, 100],
    );
  });

  test('403: viewers, who see them; 404: templates of another project', async () => {
    const { project, owner, params, save, list } = await newTeam();
    const viewer = await newPerson({ project, role: 'viewer' });
    const { id } = bodyOf(await save('Newsletter'), 201);
    assert.equal((await save('Mine', FIELDS, viewer)).status, 403);
    assert.equal((await list(viewer)).length, 1);
    const other = await newTeam();
    const mine = { params: { ...params, templateId: id } };
    const theirs = { params: { ...other.params, templateId: id } };
    for (const [who, at, status] of [
      [viewer, mine, 403],
      [other.owner, theirs, 404],
      [owner, { params: { ...params, templateId: newId() } }, 404],
    ] as const) {
      assert.equal((await who.call(deleteLinkTemplate, at)).status, status);
      const body = { name: 'Other' };
      assert.equal((await who.call(updateLinkTemplate, { ...at, body })).status, status);
    }
    assert.equal((await list()).length, 1);
  });

  test('409: a name that is taken, ignoring case, and more than there may be', async () => {
    const { params, owner, save, list } = await newTeam();
    bodyOf(await save('Mail'), 201);
    assert.match(String(bodyOf(await save('MAIL'), 409).message), /“MAIL” already; choose another/);
    const other = bodyOf(await save('Other'), 201);
    const mine = { params: { ...params, templateId: other.id } };
    assert.equal(
      (await owner.call(updateLinkTemplate, { ...mine, body: { name: 'mail' } })).status,
      409,
    );
    assert.equal(
      (await owner.call(updateLinkTemplate, { ...mine, body: { name: 'OTHER' } })).status,
      200,
    );
    for (let n = 2; n < LIMITS.linkTemplates; n += 1) bodyOf(await save(`T${n}`, {}), 201);
    assert.match(String(bodyOf(await save('One more', {}), 409).message), /delete one first/);
    assert.equal((await list()).length, LIMITS.linkTemplates);
  });

  test('400: what no link of the project could have', async () => {
    const { params, owner, save } = await newTeam();
    await owner.call(updateProject, { params, body: { utmValues: { source: ['mail'] } } });
    const rule = { when: { country: ['AT'] }, to: { slug: 'no-such' } };
    const bad: [LinkTemplateFields, RegExp][] = [
      [{ fallbackUrl: 'javascript:alert(1)' }, /fields\.fallbackUrl must not use the javascript:/],
      [{ fallbackUrl: 'https://a.example/?utm_source=fax' }, /has utm_source \\"fax/],
      [{ folder: newId() }, /fields\.folder must be the id or name of a folder/],
      [{ rules: [rule] }, /fields\.rules\.0\.to\.slug names no link/],
      [{ slug: 'one' } as object, /slug/],
    ];
    for (const [fields, reason] of bad) {
      assert.match(JSON.stringify(bodyOf(await save('Bad', fields), 400).message), reason);
    }
    assert.equal((await save('\u0001')).status, 400);
  });

  test('one in a folder that has been deleted since is in none', async () => {
    const { params, owner, save, list } = await newTeam();
    const body = { name: 'Summer' };
    const { id: folder } = bodyOf(await owner.call(createFolder, { params, body }), 201);
    bodyOf(await save('Summer', { ...FIELDS, folder }), 201);
    assert.deepEqual((await list())[0]?.fields, { ...FIELDS, folder });
    await owner.call(deleteFolder, { params: { ...params, folderId: folder } });
    assert.deepEqual((await list())[0]?.fields, FIELDS);
  });
});
