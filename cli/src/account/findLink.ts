import {
  getLinkById,
  listLinks,
  type ManagedLink,
} from '@fairlead/contract/operations/linkManagement';
import { CommandError } from '../CommandError.ts';
import type { Account } from './Account.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How a link is named, for help and errors. */
export const LINK = 'LINK';

/** A link by its id, its slug or its short URL; throws a CommandError, which says how to look for it, if there is none. */
export async function findLink(
  account: Account,
  named: string,
  search = 'fairlead link list --search WORD',
): Promise<ManagedLink> {
  if (UUID.test(named)) return account.call(getLinkById, { params: { id: named } });
  const query = { ...(await inProject(account)), ...placeOf(named) };
  const { links } = await account.call(listLinks, { query });
  const [found] = links;
  if (found !== undefined) return found;
  throw new CommandError(1, `There is no link "${named}". Look for it: ${search}`);
}

/** A session has to name the project; a key has one. */
export async function inProject(account: Account): Promise<{ projectId?: string }> {
  return account.kind === 'session' ? { projectId: await account.projectId() } : {};
}

function placeOf(named: string): { slug: string; domain?: string } {
  const url = /^(?:https?:\/\/)?([^/?#]+\.[^/?#]+|localhost(?::\d+)?)\/([^?#]+)/i.exec(named);
  if (url === null) return { slug: named };
  const host = url[1]!.replace(/:\d+$/, '').toLowerCase();
  return { slug: decodeURIComponent(url[2]!), domain: host };
}
