import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';

const { listLinkViews, createLinkView, updateLinkView, deleteLinkView, listAuditEntries } =
  operations;

async function newTeam() {
  const project = await newProject();
  const params = { projectId: project.project.id };
  const owner = await ownerOf(project);
  const viewer = await newPerson({ project, role: 'viewer' });
  const save = (who: Person, name: string, team = false) =>
    who.call(createLinkView, {
      params,
      body: { name, team, filters: { tag: 'print', sortBy: 'clickCount' }, columns: ['tags'] },
    });
  const names = async (who: Person) =>
    bodyOf(await who.call(listLinkViews, { params }), 200).views.map(({ name }) => name);
  return { params, owner, viewer, save, names };
}

suite('saved views of links', () => {
  test('are one’s own or the team’s, and listed by name', async () => {
    const { params, owner, viewer, save, names } = await newTeam();
    const made = bodyOf(await save(owner, ' Print ', true), 201);
    assert.equal(made.name, 'Print');
    assert.deepEqual(made.filters, { tag: 'print', sortBy: 'clickCount' });
    bodyOf(await save(viewer, 'mine'), 201);
    bodyOf(await save(owner, 'Also mine'), 201);
    assert.deepEqual(await names(viewer), ['mine', 'Print']);
    assert.deepEqual(await names(owner), ['Also mine', 'Print']);
    const { entries } = bodyOf(await owner.call(listAuditEntries, { params }), 200);
    const logged = entries.filter(({ action }) => action.startsWith('view.'));
    assert.deepEqual(
      logged.map(({ action, target }) => [action, target.name]),
      [['view.created', 'Print']],
    );
  });

  test('are changed and deleted: one’s own by anyone, the team’s by admins, others’ by nobody', async () => {
    const { params, owner, viewer, save, names } = await newTeam();
    const teams = bodyOf(await save(owner, 'Team', true), 201);
    const own = bodyOf(await save(viewer, 'Own'), 201);
    const change = (who: Person, viewId: string, body: { name?: string; columns?: string[] }) =>
      who.call(updateLinkView, { params: { ...params, viewId }, body });
    const remove = (who: Person, viewId: string) =>
      who.call(deleteLinkView, { params: { ...params, viewId } });
    assert.equal((await save(viewer, 'For all', true)).status, 403);
    assert.equal((await change(viewer, teams.id, { name: 'Ours' })).status, 403);
    assert.equal((await remove(viewer, teams.id)).status, 403);
    assert.equal((await change(owner, own.id, { name: 'Theirs' })).status, 404);
    assert.equal((await remove(owner, own.id)).status, 404);
    const changed = bodyOf(await change(viewer, own.id, { columns: ['type', 'tags'] }), 200);
    assert.deepEqual([changed.name, changed.columns], ['Own', ['type', 'tags']]);
    assert.equal(bodyOf(await change(viewer, own.id, {}), 200).name, 'Own');
    assert.equal(bodyOf(await change(owner, teams.id, { name: 'All' }), 200).name, 'All');
    bodyOf(await remove(viewer, own.id), 200);
    bodyOf(await remove(owner, teams.id), 200);
    assert.deepEqual(await names(viewer), []);
  });

  test('409: a name that is taken, ignoring case, and more than there may be', async () => {
    const { params, owner, viewer, save } = await newTeam();
    const [first] = await Promise.all([save(owner, 'Print'), save(owner, 'Print', true)]);
    bodyOf(await save(viewer, 'Print'), 201);
    const again = await save(owner, 'PRINT');
    assert.match(String(bodyOf(again, 409).message), /“PRINT” already; choose another name/);
    const other = bodyOf(await save(owner, 'Other'), 201);
    const renamed = await owner.call(updateLinkView, {
      params: { ...params, viewId: other.id },
      body: { name: 'print' },
    });
    assert.equal(renamed.status, 409);
    assert.equal(first.status, 201);
    const more = Array.from({ length: LIMITS.linkViews - 2 }, (_, n) => save(owner, `View ${n}`));
    assert.ok((await Promise.all(more)).every(({ status }) => status === 201));
    assert.equal((await save(owner, 'One too many')).status, 409);
  });

  test('400: filters that the list does not know', async () => {
    const { params, owner } = await newTeam();
    const filters = { show: 'everything', colour: 'red' } as never;
    const body = { name: 'Odd', team: false, filters, columns: [] };
    const reply = await owner.call(createLinkView, { params, body });
    assert.match(
      JSON.stringify(bodyOf(reply, 400)),
      /filters\.colour is not .*filters\.show must be/s,
    );
  });
});
