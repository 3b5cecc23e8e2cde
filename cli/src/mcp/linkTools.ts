import { LinkStats } from '@fairlead/contract';
import { explainLink, LinkExplanation } from '@fairlead/contract/operations/explain';
import {
  LinkChange,
  listLinkHistory,
  revertLinkChange,
} from '@fairlead/contract/operations/dashboard/linkHistory';
import { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { getLinkReach, LinkReach } from '@fairlead/contract/operations/builds';
import { getLinkStats } from '@fairlead/contract/operations/links';
import {
  BulkLinkRequest,
  createManagedLink,
  deleteLink,
  listLinks,
  ManagedLink,
  updateLink,
  UpdateLinkRequest,
} from '@fairlead/contract/operations/linkManagement';
import { Type } from '@sinclair/typebox';
import type { Account } from '../account/Account.ts';
import { findLink as findNamed, inProject } from '../account/findLink.ts';
import { type Tool, tool } from './Tool.ts';
import { LIMITS, limitText } from '@fairlead/contract/limits';

export const LinkRef = Type.String({
  minLength: 1,
  description: 'The link: its id, its slug or its short URL.',
});
/** For assistants, who have tools and no command line. */
export const findLink = (account: Account, named: string) =>
  findNamed(account, named, 'find_links with search');

const closed = { additionalProperties: false } as const;
const READS = { readOnly: true, idempotent: true } as const;

const findLinks = tool({
  name: 'find_links',
  title: 'Find links',
  description: 'Links of the project by words, domain, type or time, newest first, page by page.',
  strangers: true,
  hints: READS,
  input: listLinks.query,
  output: listLinks.replies[200].schema,
  run: async (account, query) =>
    account.call(listLinks, { query: { ...query, ...(await inProject(account)) } }),
});

const getLink = tool({
  name: 'get_link',
  title: 'Show a link',
  description: 'A link with its destinations, parameters and preview.',
  strangers: true,
  hints: READS,
  input: Type.Object({ link: LinkRef }, closed),
  output: ManagedLink,
  run: (account, { link }) => findLink(account, link),
});

const create = tool({
  name: 'create_link',
  title: 'Create a link',
  description:
    'Makes a link: unified (each platform has its own URL) or dynamic (opens the app and falls back). With an externalId it is made once only.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  input: BulkLinkRequest,
  output: Type.Object({
    id: Type.String(),
    slug: Type.String(),
    shortUrl: Type.String({ description: 'What people are given.' }),
  }),
  async run(account, body) {
    const { id, slug, shortUrl } = await account.call(createManagedLink, {
      query: await inProject(account),
      body,
    });
    return { id, slug, shortUrl };
  },
});

/** Without the fields that never change. */
const Changes = Type.Omit(
  UpdateLinkRequest,
  ['slug', 'type', 'domain', 'externalId', 'createdAt'],
  closed,
);

const update = tool({
  name: 'update_link',
  title: 'Change a link',
  description:
    'Replaces the fields that are sent, at once for every visitor; null empties a field.',
  strangers: true,
  hints: { readOnly: false, destructive: true, idempotent: true },
  input: Type.Object({ link: LinkRef, changes: Changes }, closed),
  output: ManagedLink,
  async run(account, { link, changes }) {
    const { id } = await findLink(account, link);
    return account.call(updateLink, { params: { id }, body: changes });
  },
});

const remove = tool({
  name: 'delete_link',
  title: 'Delete a link',
  description: 'Visitors of the link get the 404 page at once. Ask before you do it.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  input: Type.Object({ link: LinkRef }, closed),
  output: Type.Object({ deleted: Type.String({ description: 'The short URL.' }) }),
  async run(account, { link }) {
    const { id, shortUrl } = await findLink(account, link);
    await account.call(deleteLink, { params: { id } });
    return { deleted: shortUrl };
  },
});

const explain = tool({
  name: 'explain_link',
  title: 'Explain a link',
  description:
    'What each kind of visitor gets from a link and why, and what is misconfigured. Counts nothing.',
  strangers: true,
  hints: READS,
  input: Type.Object({ link: LinkRef }, closed),
  output: LinkExplanation,
  async run(account, { link }) {
    return account.call(explainLink, { params: await inItsProject(account, link) });
  },
});

async function inItsProject(account: Account, link: string) {
  const { id } = await findLink(account, link);
  return { projectId: await account.projectId(), linkId: id };
}

const history = tool({
  name: 'link_history',
  title: 'History of a link',
  description: `Who changed a link, from what to what, newest first: its last ${limitText('linkChanges')} changes.`,
  strangers: true,
  hints: READS,
  input: Type.Object({ link: LinkRef }, closed),
  output: Type.Object({ changes: Type.Array(LinkChange) }),
  async run(account, { link }) {
    const params = await inItsProject(account, link);
    const query = { limit: LIMITS.linkChanges };
    const { changes } = await account.call(listLinkHistory, { params, query });
    return { changes };
  },
});

const revert = tool({
  name: 'revert_change',
  title: 'Revert a change of a link',
  description:
    'Sets the fields of a change from link_history back to their values before it, at once for every visitor. Ask before you do it.',
  strangers: true,
  hints: { readOnly: false, destructive: true, idempotent: true },
  input: Type.Object(
    { link: LinkRef, change: Type.String({ format: 'uuid', description: 'Id of the change.' }) },
    closed,
  ),
  output: ProjectLink,
  async run(account, { link, change }) {
    const params = { ...(await inItsProject(account, link)), changeId: change };
    return account.call(revertLinkChange, { params });
  },
});

const numbers = tool({
  name: 'link_numbers',
  title: 'Numbers of a link',
  description: 'Clicks of people, opens, installs, previews and bots of a link, exact at once.',
  hints: READS,
  input: Type.Object(
    {
      link: LinkRef,
      from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
      to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
    },
    closed,
  ),
  output: LinkStats,
  async run(account, { link, ...query }) {
    const { id } = await findLink(account, link);
    return account.call(getLinkStats, { params: { id }, query });
  },
});

const reach = tool({
  name: 'link_reach',
  title: 'Which phones can open a link',
  description:
    'The share of the phones with the app whose build can open a link, by what each build has published, and the builds that cannot.',
  hints: READS,
  input: Type.Object({ link: LinkRef }, closed),
  output: LinkReach,
  async run(account, { link }) {
    const { id } = await findLink(account, link);
    const params = { projectId: await account.projectId(), linkId: id };
    return account.call(getLinkReach, { params });
  },
});

export const LINK_TOOLS: readonly Tool[] = [
  findLinks,
  getLink,
  create,
  update,
  remove,
  explain,
  numbers,
  history,
  revert,
  reach,
];
