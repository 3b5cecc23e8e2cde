import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import type { Send } from '@fairlead/imports/runImport';
import type { Account } from '../account/Account.ts';
import { CommandError } from '../CommandError.ts';

/** Creates links with the bulk operation that the account may use. */
export function createSender(account: Account): Send {
  return async (links, dryRun) => {
    const query = dryRun === undefined ? '' : `?dryRun=true&planned=${dryRun.planned}`;
    const path = (await pathOf(account)) + query;
    let response: Response;
    let text: string;
    try {
      response = await account.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: links.map((link) => JSON.stringify(link)).join('\n'),
      });
      text = await response.text();
    } catch (error) {
      // An error for the person is not retried; a server that does not answer is.
      if (error instanceof CommandError && error.exitStatus !== 1) throw error;
      return { status: 0, message: error instanceof Error ? error.message : String(error) };
    }
    if (response.ok) return { results: readResults(text) };
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      status: response.status,
      ...(Number.isFinite(wait) && { retryAfter: wait }),
      message: messageOf(text) ?? `The server answered ${response.status}`,
    };
  };
}

async function pathOf(account: Account): Promise<string> {
  if (account.kind === 'key') return '/v1/links/bulk';
  const project = encodeURIComponent(await account.projectId());
  const base = account.kind === 'operator' ? '/api/v1/admin/projects' : '/api/v1/projects';
  return `${base}/${project}/links/bulk`;
}

/** The lines received; if the response broke off, those before that. */
function readResults(text: string): BulkResult[] {
  const results: BulkResult[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers by this schema
      results.push(JSON.parse(line) as BulkResult);
    } catch {
      break;
    }
  }
  return results;
}

function messageOf(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return message === undefined ? undefined : [message].flat().map(String).join('\n');
  } catch {
    return undefined;
  }
}
