import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { UpdateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import { bodyOf, newPerson, ownerOf } from '../../support/callers/person.ts';
import { appKey, newLink, newProject } from '../../support/callers/personas.ts';

const { approveLinkProposal, changeProjectLinks, deleteLink, deleteProjectLink } = operations;
const { deleteProjectLinks, getLinkProposal, getProjectLink, listLinkHistory } = operations;
const { listProjectLinks, proposeLinkChange, revertLinkChange, undoLinks } = operations;
const { updateLink, updateProjectLink } = operations;

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

const ruled = (slug: string): UpdateProjectLinkRequest => ({
  rules: [{ name: 'Computers', when: { platform: ['desktop'] }, to: { slug } }],
});
const divided = (slug: string): UpdateProjectLinkRequest => ({
  variants: [
    { name: 'A', share: 50, to: { slug } },
    { name: 'B', share: 50, to: { fallbackUrl: OLD } },
  ],
});

/** How a printed link leads to another, whose change would be one of what is on paper. */
const WAYS: Readonly<Record<string, (target: string, between: string) => Steps>> = {
  'a rule': (target) => ({ printed: ruled(target) }),
  'a variant': (target) => ({ printed: divided(target) }),
  'a chain of rules and variants': (target, between) => ({
    between: divided(target),
    printed: ruled(between),
  }),
};

interface Steps {
  readonly between?: UpdateProjectLinkRequest;
  readonly printed: UpdateProjectLinkRequest;
}

async function plant(way: string) {
  const project = await newProject();
  const owner = await ownerOf(project);
  const [printed, between, target, free] = [
    await newLink(project, { fallbackUrl: OLD }),
    await newLink(project, { fallbackUrl: OLD }),
    await newLink(project, { fallbackUrl: OLD }),
    await newLink(project, { fallbackUrl: OLD }),
  ];
  const put = (linkId: string, body: UpdateProjectLinkRequest) =>
    owner.call(updateProjectLink, { params: { projectId: project.project.id, linkId }, body });
  // Something to take back.
  bodyOf(await put(target.id, { fallbackUrl: 'https://example.com/oldest' }), 200);
  bodyOf(await put(target.id, { fallbackUrl: OLD }), 200);
  const steps = WAYS[way]!(target.slug, between.slug);
  if (steps.between) bodyOf(await put(between.id, steps.between), 200);
  bodyOf(await put(printed.id, { ...steps.printed, printed: true }), 200);
  const params = { projectId: project.project.id, linkId: target.id };
  const read = async () => bodyOf(await owner.call(getProjectLink, { params }), 200);
  return { project, owner, printed, between, target, free, put, params, read };
}

describe('a link that a printed link leads to', () => {
  for (const way of Object.keys(WAYS)) {
    test(`409 by ${way}: what says where it leads, by people and by keys`, async () => {
      const { project, owner, target, put, params, read } = await plant(way);
      const before = await read();
      assert.equal(before.printedTarget, true);
      const key = appKey(project);
      for (const body of [
        { fallbackUrl: NEW },
        { archived: true },
        { expiresAfterClicks: 5 },
        { rules: [{ name: 'Night', when: { language: ['fr'] }, to: { fallbackUrl: NEW } }] },
      ] satisfies UpdateProjectLinkRequest[]) {
        assert.match(String(bodyOf(await put(target.id, body), 409).message), /propose/);
        const byKey = await key(updateLink, { params: { id: target.id }, body });
        assert.match(String(bodyOf(byKey, 409).message), /A printed link leads to it/);
      }
      assert.equal((await key(deleteLink, { params: { id: target.id } })).status, 409);
      assert.equal((await owner.call(deleteProjectLink, { params })).status, 409);
      const { changes } = bodyOf(await owner.call(listLinkHistory, { params }), 200);
      const changeId = changes[0]?.id ?? '';
      const reverted = await owner.call(revertLinkChange, { params: { ...params, changeId } });
      assert.equal(reverted.status, 409);
      assert.deepEqual(await read(), before);
    });

    test(`stays by ${way} when many links change, are deleted, or what was imported is undone`, async () => {
      const { project, owner, target, free, params, read } = await plant(way);
      const before = await read();
      const step = async (change: object, preview = false) => {
        const query = { filter: {}, expected: 4, change, ...(preview && { preview }) };
        return bodyOf(await owner.call(changeProjectLinks, { params, body: query }), 200);
      };
      const replaceText = { find: 'old', replaceBy: 'new', fields: ['fallbackUrl' as const] };
      for (const change of [{ replaceText }, { archived: true }, { deleted: true }]) {
        for (const preview of 'replaceText' in change ? [true, false] : [false]) {
          const { changed, refused } = await step(change, preview);
          assert.ok(changed.includes(free.id));
          assert.ok(!changed.includes(target.id));
          assert.ok(refused.some(({ id }) => id === target.id));
        }
      }
      const body = { ids: [target.id] };
      const removed = bodyOf(await owner.call(deleteProjectLinks, { params, body }), 200);
      assert.equal(removed.deleted, 0);
      const links = [{ id: target.id, updatedAt: before.updatedAt }];
      const undone = bodyOf(await appKey(project)(undoLinks, { body: { links } }), 200);
      assert.deepEqual(undone.refused, [target.id]);
      assert.deepEqual(await read(), before);
    });
  }

  test('what visitors do not follow changes freely, and it may be marked as printed itself', async () => {
    const { target, put, read } = await plant('a rule');
    bodyOf(await put(target.id, { name: 'Poster', fallbackUrl: OLD }), 200);
    bodyOf(await put(target.id, { printed: true }), 200);
    assert.equal((await read()).printed, true);
  });

  test('changes once another owner or admin has approved it', async () => {
    const { project, owner, params, read } = await plant('a chain of rules and variants');
    const admin = await newPerson({ project, role: 'admin' });
    const body = { changes: { fallbackUrl: NEW }, confirmed: false };
    const proposed = bodyOf(await owner.call(proposeLinkChange, { params, body }), 200);
    assert.ok(proposed.proposal);
    assert.equal((await read()).fallbackUrl, OLD);
    const { proposal } = bodyOf(await admin.call(getLinkProposal, { params }), 200);
    const approval = { params: { ...params, proposalId: proposal!.id } };
    bodyOf(await admin.call(approveLinkProposal, approval), 200);
    assert.equal((await read()).fallbackUrl, NEW);
  });

  test('is free again once no printed link leads to it', async () => {
    const { owner, printed, target, free, put, params, read } = await plant('a variant');
    const unruled = {
      params: { ...params, linkId: printed.id },
      body: { changes: { variants: null }, confirmed: true },
    };
    bodyOf(await owner.call(proposeLinkChange, unruled), 200);
    bodyOf(await put(target.id, { fallbackUrl: NEW }), 200);
    assert.equal((await read()).printedTarget, false);
    const { links } = bodyOf(await owner.call(listProjectLinks, { params }), 200);
    assert.ok(links.every(({ printedTarget }) => !printedTarget));
    bodyOf(await put(free.id, { fallbackUrl: NEW }), 200);
  });
});
