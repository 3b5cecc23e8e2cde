import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import type { TestServer } from '../../support/useServer.ts';
import { bodyOf, type Person } from '../../support/callers/person.ts';

const { changeProjectLinks, createManagedLink, createProjectLink, createProjectLinks } = operations;
const { deleteLink, deleteProjectLink, deleteProjectLinks, listLinkHistory } = operations;
const { proposeLinkChange } = operations;
const { restoreProjectLinks, revertLinkChange, undoLinks, updateLink, updateProjectLink } =
  operations;

/** One attempt to write links. */
export interface Attempt {
  readonly server: TestServer;
  readonly person: Person;
  readonly owner: Person;
  readonly projectId: string;
  /** The folder that is written to; null: none. */
  readonly folderId: string | null;
  /** A link in it. */
  readonly link: ProjectLink;
  /** A link in a folder that every editor of the test edits. */
  readonly elsewhere: ProjectLink;
}

interface LinkWrite {
  readonly operation: keyof typeof operations;
  /** What the owner does before. */
  readonly prepare?: (attempt: Attempt) => Promise<unknown>;
  readonly write: (attempt: Attempt, prepared: unknown) => Promise<unknown>;
}

const paramsOf = ({ projectId, link }: Attempt) => ({ projectId, linkId: link.id });
const byV1 = ({ server, person }: Attempt) =>
  createClient({
    baseUrl: `${server.origin}/v1`,
    headers: { authorization: `Bearer ${person.token}` },
  });

function change(by: Person, { projectId }: Attempt, id: string, what: LinksChange) {
  const filter = { ids: [id], ...(what.deleted === false && { deleted: true }) };
  const body = { filter, expected: 1, change: what };
  return by.call(changeProjectLinks, { params: { projectId }, body });
}

const many = (what: LinksChange): LinkWrite => ({
  operation: 'changeProjectLinks',
  write: (attempt) => change(attempt.person, attempt, attempt.link.id, what),
});

const remove = ({ owner, ...attempt }: Attempt) =>
  owner.call(deleteProjectLink, { params: paramsOf({ owner, ...attempt }) });

/** Gives the link another name, so that there is something to take back. */
async function rename(attempt: Attempt): Promise<string> {
  const { owner } = attempt;
  const params = paramsOf(attempt);
  bodyOf(await owner.call(updateProjectLink, { params, body: { name: 'Other' } }), 200);
  const { changes } = bodyOf(await owner.call(listLinkHistory, { params }), 200);
  return changes[0]!.id;
}

/** Takes the link out of its folder, so that taking that back puts it in again. */
async function takeOut(attempt: Attempt): Promise<string> {
  const { owner, elsewhere, link } = attempt;
  const moved = await change(owner, attempt, link.id, { folder: elsewhere.folder });
  return bodyOf(moved, 200).changeId!;
}

/** Everything that a person can do by which links are written, by its title. */
export const LINK_WRITES: Readonly<Record<string, LinkWrite>> = {
  'create a link': {
    operation: 'createProjectLink',
    write: ({ person, projectId, folderId }) =>
      person.call(createProjectLink, {
        params: { projectId },
        body: { type: 'unified', folder: folderId },
      }),
  },
  'create a link by the API': {
    operation: 'createManagedLink',
    write: ({ projectId, folderId, ...attempt }) =>
      byV1({ projectId, folderId, ...attempt })(createManagedLink, {
        query: { projectId },
        body: { type: 'unified', ...(folderId !== null && { folder: folderId }) },
      }),
  },
  import: {
    operation: 'createProjectLinks',
    write: async ({ person, projectId, folderId }) => {
      const body = [{ type: 'unified' as const, ...(folderId !== null && { folder: folderId }) }];
      const reply = await person.call(createProjectLinks, { params: { projectId }, body });
      return reply.status === 200 ? Array.fromAsync(reply.body) : reply;
    },
  },
  'undo an import': {
    operation: 'undoLinks',
    write: ({ projectId, link, ...attempt }) =>
      byV1({ projectId, link, ...attempt })(undoLinks, {
        query: { projectId },
        body: { links: [{ id: link.id, updatedAt: link.updatedAt }] },
      }),
  },
  'update a link': {
    operation: 'updateProjectLink',
    write: (attempt) =>
      attempt.person.call(updateProjectLink, { params: paramsOf(attempt), body: { name: 'New' } }),
  },
  'update a link by the API': {
    operation: 'updateLink',
    write: (attempt) =>
      byV1(attempt)(updateLink, { params: { id: attempt.link.id }, body: { name: 'New' } }),
  },
  'propose a change': {
    operation: 'proposeLinkChange',
    write: (attempt) =>
      attempt.person.call(proposeLinkChange, {
        params: paramsOf(attempt),
        body: { changes: { name: 'New' } },
      }),
  },
  'move a link in': {
    operation: 'updateProjectLink',
    write: ({ person, projectId, folderId, elsewhere }) =>
      person.call(updateProjectLink, {
        params: { projectId, linkId: elsewhere.id },
        body: { folder: folderId },
      }),
  },
  'move a link in by the API': {
    operation: 'updateLink',
    write: ({ elsewhere, folderId, ...attempt }) =>
      byV1({ elsewhere, folderId, ...attempt })(updateLink, {
        params: { id: elsewhere.id },
        body: { folder: folderId },
      }),
  },
  'move a link out': {
    operation: 'updateProjectLink',
    write: (attempt) =>
      attempt.person.call(updateProjectLink, {
        params: paramsOf(attempt),
        body: { folder: attempt.elsewhere.folder },
      }),
  },
  'revert a change': {
    operation: 'revertLinkChange',
    prepare: rename,
    write: (attempt, changeId) =>
      attempt.person.call(revertLinkChange, {
        params: { ...paramsOf(attempt), changeId: String(changeId) },
      }),
  },
  'revert a move': {
    operation: 'revertLinkChange',
    prepare: takeOut,
    write: (attempt, changeId) =>
      attempt.person.call(revertLinkChange, {
        params: { ...paramsOf(attempt), changeId: String(changeId) },
      }),
  },
  'delete a link': {
    operation: 'deleteProjectLink',
    write: (attempt) => attempt.person.call(deleteProjectLink, { params: paramsOf(attempt) }),
  },
  'delete a link by the API': {
    operation: 'deleteLink',
    write: (attempt) => byV1(attempt)(deleteLink, { params: { id: attempt.link.id } }),
  },
  'delete several links': {
    operation: 'deleteProjectLinks',
    write: ({ person, projectId, link }) =>
      person.call(deleteProjectLinks, { params: { projectId }, body: { ids: [link.id] } }),
  },
  'restore links': {
    operation: 'restoreProjectLinks',
    prepare: remove,
    write: ({ person, projectId, link }) =>
      person.call(restoreProjectLinks, { params: { projectId }, body: { ids: [link.id] } }),
  },
  'add a tag to many': many({ addTag: 'new' }),
  'remove a tag from many': many({ removeTag: 'old' }),
  'rename a tag': many({ renameTag: { from: 'old', to: 'older' } }),
  'archive many': many({ archived: true }),
  'give many an expiry': many({ expiresAt: '2040-01-01T00:00:00.000Z' }),
  'give many rules': many({ rules: [] }),
  'give many variants': many({
    variants: [
      { name: 'A', share: 50, to: { fallbackUrl: 'https://a.example.com/' } },
      { name: 'B', share: 50, to: { fallbackUrl: 'https://b.example.com/' } },
    ],
  }),
  'search and replace': many({
    replaceText: { find: 'example.com', replaceBy: 'example.net', fields: ['fallbackUrl'] },
  }),
  'delete many': many({ deleted: true }),
  'restore many': {
    operation: 'changeProjectLinks',
    prepare: remove,
    write: (attempt) => change(attempt.person, attempt, attempt.link.id, { deleted: false }),
  },
  'move many in': {
    operation: 'changeProjectLinks',
    write: (attempt) =>
      change(attempt.person, attempt, attempt.elsewhere.id, { folder: attempt.folderId }),
  },
  'move many out': {
    operation: 'changeProjectLinks',
    write: (attempt) =>
      change(attempt.person, attempt, attempt.link.id, { folder: attempt.elsewhere.folder }),
  },
  'undo a change of many': {
    operation: 'changeProjectLinks',
    prepare: async (attempt) =>
      bodyOf(await change(attempt.owner, attempt, attempt.link.id, { addTag: 'new' }), 200)
        .changeId,
    write: (attempt, undo) =>
      change(attempt.person, attempt, attempt.link.id, { undo: String(undo) }),
  },
  'undo a move of many': {
    operation: 'changeProjectLinks',
    prepare: takeOut,
    write: (attempt, undo) =>
      change(attempt.person, attempt, attempt.link.id, { undo: String(undo) }),
  },
};
