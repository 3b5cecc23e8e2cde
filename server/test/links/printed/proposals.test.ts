import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import { sql } from 'kysely';
import { mailLinkProposal } from '#links/changing/proposals/mailLinkProposal.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { MailMessage } from '#platform/ports/Mail.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';
import { newLink, newProject } from '../../support/callers/personas.ts';

const { approveLinkProposal, closeLinkProposal, getLinkProposal, proposeLinkChange } = operations;
const { getProjectLink, listAuditEntries, listLinkHistory, listProjectLinks } = operations;
const { createFolder, restoreProjectLinks, updateFolder, updateProjectLink } = operations;

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

/** A printed link in a project of an owner, a viewer and so many admins. */
async function newTeam({ admins = 1 } = {}) {
  const project = await newProject();
  const link = await newLink(project, { fallbackUrl: OLD });
  const params = { projectId: project.project.id, linkId: link.id };
  const owner = await ownerOf(project);
  const [admin, second] = await Promise.all(
    Array.from({ length: admins }, () => newPerson({ project, role: 'admin' })),
  );
  const viewer = await newPerson({ project, role: 'viewer' });
  bodyOf(await owner.call(updateProjectLink, { params, body: { printed: true } }), 200);
  const propose = (
    who: Person,
    changes: UpdateProjectLinkRequest | null,
    extra: { confirmed?: boolean } = {},
  ) => who.call(proposeLinkChange, { params, body: { changes, ...extra } });
  const proposed = async (who: Person, changes: UpdateProjectLinkRequest | null) => {
    const { proposal } = bodyOf(await propose(who, changes), 200);
    assert.ok(proposal);
    return { params: { ...params, proposalId: proposal.id } };
  };
  const read = async () => bodyOf(await owner.call(getProjectLink, { params }), 200);
  const state = async (who: Person = viewer) =>
    bodyOf(await who.call(getLinkProposal, { params }), 200);
  const actions = async () => {
    const query = { targetKind: 'link', targetId: link.id };
    const log = await owner.call(listAuditEntries, { params, query });
    return bodyOf(log, 200).entries.map(({ action }) => action);
  };
  const people = { owner, admin: admin!, second: second!, viewer };
  return { project, params, people, propose, proposed, read, state, actions };
}

describe('a proposed change of a printed link', () => {
  test('waits until another admin approves it, and is told from what to what', async () => {
    const { people, params, proposed, read, state, actions } = await newTeam();
    const named = await proposed(people.admin, {
      fallbackUrl: NEW,
      name: 'Poster',
      archived: false,
    });
    const { fallbackUrl, name } = await read();
    assert.deepEqual([fallbackUrl, name], [OLD, 'Poster']);
    const { proposal } = await state();
    assert.deepEqual(proposal?.fields, [{ field: 'fallbackUrl', before: OLD, after: NEW }]);
    assert.equal(proposal.proposer?.userId, people.admin.user.id);
    assert.deepEqual([proposal.outOfDate, proposal.deletes], [false, false]);
    bodyOf(await people.owner.call(approveLinkProposal, named), 200);
    assert.equal((await read()).fallbackUrl, NEW);
    assert.equal((await state()).proposal, null);
    assert.deepEqual((await actions()).slice(0, 3), [
      'link.updated',
      'proposal.approved',
      'proposal.created',
    ]);
    const { changes } = bodyOf(await people.owner.call(listLinkHistory, { params }), 200);
    assert.equal(changes[0]?.author.id, people.owner.user.id);
  });

  test('can be the deletion of the link, and its mark', async () => {
    const { people, params, proposed, state, read } = await newTeam();
    const removal = await proposed(people.owner, null);
    assert.equal((await state()).proposal?.deletes, true);
    bodyOf(await people.admin.call(approveLinkProposal, removal), 200);
    assert.equal((await people.owner.call(getProjectLink, { params })).status, 404);
    const body = { ids: [params.linkId] };
    bodyOf(await people.owner.call(restoreProjectLinks, { params, body }), 200);
    assert.equal((await read()).printed, true);
    const marking = await proposed(people.owner, { printed: false });
    bodyOf(await people.admin.call(approveLinkProposal, marking), 200);
    assert.equal((await read()).printed, false);
  });

  const cases = [
    { who: 'proposer', approve: 403, close: 200, logged: 'proposal.withdrawn' },
    { who: 'owner', approve: 200, close: 200, logged: 'proposal.declined' },
    { who: 'second', approve: 200, close: 200, logged: 'proposal.declined' },
    { who: 'viewer', approve: 403, close: 403, logged: null },
    { who: 'stranger', approve: 404, close: 404, logged: null },
  ] as const;
  for (const { who, approve, close, logged } of cases) {
    test(`${who}: approves ${approve}, closes ${close}`, async () => {
      const { people, proposed, read, actions } = await newTeam({ admins: 2 });
      const all = { ...people, proposer: people.admin, stranger: await newPerson() };
      const first = await proposed(people.admin, { fallbackUrl: NEW });
      const closed = await all[who].call(closeLinkProposal, first);
      assert.equal(closed.status, close);
      assert.equal((await read()).fallbackUrl, OLD);
      if (logged !== null) assert.equal((await actions())[0], logged);
      const named = close === 200 ? await proposed(people.admin, { fallbackUrl: NEW }) : first;
      assert.equal((await all[who].call(approveLinkProposal, named)).status, approve);
      assert.equal((await read()).fallbackUrl, approve === 200 ? NEW : OLD);
    });
  }

  test('403: viewers propose nothing; 404: a proposal that does not wait', async () => {
    const { people, params, propose } = await newTeam();
    assert.equal((await propose(people.viewer, { fallbackUrl: NEW })).status, 403);
    const nothing = { params: { ...params, proposalId: newId() } };
    assert.equal((await people.owner.call(approveLinkProposal, nothing)).status, 404);
    assert.equal((await people.owner.call(closeLinkProposal, nothing)).status, 404);
  });

  test('is checked when it is made, and for the version that the proposer saw', async () => {
    const { people, params, propose } = await newTeam();
    const wrong = bodyOf(await propose(people.owner, { fallbackUrl: 'javascript:alert(1)' }), 400);
    assert.match(JSON.stringify(wrong), /fallbackUrl/);
    const body = { changes: { fallbackUrl: NEW } };
    const stale = { params, body, headers: { 'if-match': '"another"' } };
    assert.equal((await people.owner.call(proposeLinkChange, stale)).status, 412);
  });

  test('409: another one waits', async () => {
    const { people, propose, proposed } = await newTeam();
    await proposed(people.owner, { fallbackUrl: NEW });
    const second = await propose(people.admin, { iosUrl: NEW, name: 'Not this' });
    assert.match(String(bodyOf(second, 409).message), /Another change/);
  });

  test('409: the link leads elsewhere since, but not if only its name has changed', async () => {
    const { project, people, params, proposed, read, state } = await newTeam();
    const named = await proposed(people.owner, { fallbackUrl: NEW });
    bodyOf(await people.owner.call(updateProjectLink, { params, body: { name: 'Poster' } }), 200);
    assert.equal((await state()).proposal?.outOfDate, false);
    await project.server.app.db
      .updateTable('links')
      .set({ ios_url: OLD })
      .where('id', '=', params.linkId)
      .execute();
    assert.equal((await state()).proposal?.outOfDate, true);
    const refused = await people.admin.call(approveLinkProposal, named);
    assert.match(String(bodyOf(refused, 409).message), /changed since/);
    assert.equal((await read()).fallbackUrl, OLD);
    bodyOf(await people.admin.call(closeLinkProposal, named), 200);
  });

  test('of two who decide at once, one does and the other finds nothing', async () => {
    const { people, proposed, read, actions } = await newTeam({ admins: 2 });
    const named = await proposed(people.admin, { fallbackUrl: NEW });
    const replies = await Promise.all(
      [people.owner, people.second].map(({ call }) => call(approveLinkProposal, named)),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 404],
    );
    assert.equal((await read()).fallbackUrl, NEW);
    const approvals = (await actions()).filter((action) => action === 'proposal.approved');
    assert.equal(approvals.length, 1);
    const again = await proposed(people.admin, { fallbackUrl: OLD });
    const mixed = await Promise.all([
      people.owner.call(approveLinkProposal, again),
      people.second.call(closeLinkProposal, again),
    ]);
    assert.deepEqual(
      mixed.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 404],
    );
    assert.equal((await read()).fallbackUrl, mixed[0].status === 200 ? OLD : NEW);
  });

  test('of two proposed at once, one waits', async () => {
    const { people, propose } = await newTeam();
    const replies = await Promise.all([
      propose(people.owner, { fallbackUrl: NEW }),
      propose(people.admin, { iosUrl: NEW }),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    );
  });

  test('is confirmed instead where nobody else may approve it', async () => {
    const { people, params, propose, state, read } = await newTeam({ admins: 0 });
    assert.equal((await state(people.owner)).othersApprove, false);
    assert.equal((await state(people.viewer)).othersApprove, true);
    const refused = await propose(people.owner, { fallbackUrl: NEW });
    assert.match(String(bodyOf(refused, 409).message), /nobody else/);
    const made = bodyOf(
      await propose(people.owner, { fallbackUrl: NEW }, { confirmed: true }),
      200,
    );
    assert.equal(made.proposal, null);
    assert.equal((await read()).fallbackUrl, NEW);
    bodyOf(await propose(people.owner, null, { confirmed: true }), 200);
    assert.equal((await people.owner.call(getProjectLink, { params })).status, 404);
  });

  test('waits although it is confirmed where somebody else may approve it', async () => {
    const { people, propose, read } = await newTeam();
    const made = await propose(people.owner, { fallbackUrl: NEW }, { confirmed: true });
    assert.ok(bodyOf(made, 200).proposal);
    assert.equal((await read()).fallbackUrl, OLD);
  });

  test('is approved by its proposer once nobody else may, and outlives an account', async () => {
    const { project, people, proposed, read, state } = await newTeam();
    const { db } = project.server.app;
    const own = await proposed(people.owner, { fallbackUrl: NEW });
    await db.deleteFrom('users').where('id', '=', people.admin.user.id).execute();
    bodyOf(await people.owner.call(approveLinkProposal, own), 200);
    assert.equal((await read()).fallbackUrl, NEW);
    const other = await newPerson({ project, role: 'admin' });
    const left = await proposed(other, { fallbackUrl: OLD });
    await db.deleteFrom('users').where('id', '=', other.user.id).execute();
    assert.equal((await state()).proposal?.proposer, null);
    bodyOf(await people.owner.call(approveLinkProposal, left), 200);
    assert.equal((await read()).fallbackUrl, OLD);
  });

  test('is approved by who may change links of the folder, and by nobody else', async () => {
    const { people, params, propose, proposed, state } = await newTeam();
    const { owner, admin, viewer } = people;
    const { projectId } = params;
    const body = { name: 'Shop window' };
    const folder = bodyOf(await owner.call(createFolder, { params: { projectId }, body }), 201);
    const named = { projectId, folderId: folder.id };
    const rights = { locked: true, editors: [viewer.user.id] };
    bodyOf(await owner.call(updateFolder, { params: named, body: rights }), 200);
    const move = { params, body: { folder: folder.id } };
    bodyOf(await owner.call(updateProjectLink, move), 200);
    // For the owner there is nobody else: the admin is locked out.
    assert.equal((await state(owner)).othersApprove, false);
    assert.equal((await propose(admin, { fallbackUrl: NEW })).status, 403);
    const proposal = await proposed(viewer, { fallbackUrl: NEW });
    for (const decide of [approveLinkProposal, closeLinkProposal]) {
      assert.equal((await admin.call(decide, proposal)).status, 403);
    }
    assert.equal((await viewer.call(approveLinkProposal, proposal)).status, 403);
    bodyOf(await owner.call(approveLinkProposal, proposal), 200);
  });

  test('of a link that is not printed is made at once', async () => {
    const { project, params, people } = await newTeam();
    const plain = await newLink(project, { fallbackUrl: OLD });
    const named = { ...params, linkId: plain.id };
    const body = { changes: { fallbackUrl: NEW } };
    const made = await people.owner.call(proposeLinkChange, { params: named, body });
    assert.equal(bodyOf(made, 200).proposal, null);
    const { fallbackUrl } = bodyOf(await people.owner.call(getProjectLink, { params: named }), 200);
    assert.equal(fallbackUrl, NEW);
  });

  test('is found by a filter of the list of links', async () => {
    const { project, people, params, proposed } = await newTeam();
    const plain = await newLink(project);
    await proposed(people.owner, { fallbackUrl: NEW });
    const found = async (proposed: boolean) =>
      bodyOf(
        await people.viewer.call(listProjectLinks, { params, query: { proposed } }),
        200,
      ).links.map(({ id }) => id);
    assert.deepEqual(await found(true), [params.linkId]);
    assert.deepEqual(await found(false), [plain.id]);
  });

  test('is mailed to the other owners and admins while it waits', async () => {
    const { project, people, proposed, params } = await newTeam({ admins: 2 });
    const named = await proposed(people.admin, { fallbackUrl: NEW });
    const { db, mail } = project.server.app;
    const { rows: jobs } = await sql<{ data: { proposalId: string; userId: string } }>`
      select data from pgboss.job
      where name = 'mail-proposal' and data->>'projectId' = ${params.projectId}`.execute(db);
    const sent: MailMessage[] = [];
    const publicUrl = new URL('https://fairlead.example.com');
    const send = { ...mail, send: async (message: MailMessage) => void sent.push(message) };
    const work = async () => {
      for (const { data } of jobs) await mailLinkProposal({ db, mail: send, publicUrl }, data);
    };
    await work();
    const { owner, second } = people;
    assert.deepEqual(
      sent.map(({ to }) => to).toSorted(),
      [owner.user.email, second.user.email].toSorted(),
    );
    assert.match(
      sent[0]?.text ?? '',
      new RegExp(`/p/${params.projectId}/links/${params.linkId}\n`),
    );
    bodyOf(await owner.call(closeLinkProposal, named), 200);
    await work();
    assert.equal(sent.length, 2);
  });
});
