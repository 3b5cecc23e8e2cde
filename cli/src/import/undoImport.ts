import { undoLinks, undoLinksForOperator } from '@fairlead/contract/operations/linkBulk';
import { readTable } from '@fairlead/imports/readFile';
import type { Account } from '../account/Account.ts';
import { inProject } from '../account/findLink.ts';
import { CommandError } from '../CommandError.ts';
import { LIMITS } from '@fairlead/contract/limits';

/** A link that an import created, out of its report. */
export interface CreatedLink {
  readonly id: string;
  readonly shortUrl: string;
  /** When it was created, as the server says. */
  readonly updatedAt: string;
}

/** The links that an import created; throws a CommandError if the file is no report of one. */
export function readReport(bytes: Uint8Array, name: string): CreatedLink[] {
  const file = readTable(bytes);
  if (typeof file === 'string') throw new CommandError(1, `${name} cannot be read: ${file}`);
  const [status, shortUrl, id, updatedAt] = ['Status', 'Now', 'Link ID', 'Made at'].map((heading) =>
    file.headings.indexOf(heading),
  ) as [number, number, number, number];
  if (Math.min(status, shortUrl, id, updatedAt) < 0) {
    throw new CommandError(
      2,
      `${name} is no report of an import: it needs the columns Status, Now, Link ID and Made at.`,
    );
  }
  if (file.rows.some(({ cells }) => cells[status] === 'planned')) {
    throw new CommandError(1, `${name} is the report of a dry run, which made nothing.`);
  }
  return file.rows
    .filter(({ cells }) => cells[status] === 'created')
    .map(({ cells }) => ({
      id: cells[id] ?? '',
      shortUrl: cells[shortUrl] ?? '',
      updatedAt: cells[updatedAt] ?? '',
    }));
}

export interface Undone {
  readonly deleted: number;
  /** What is left, and why. */
  readonly left: readonly { readonly shortUrl: string; readonly reason: string }[];
}

/** Deletes the links that nobody has changed since; may be repeated. */
export async function undoImport(
  account: Account,
  links: readonly CreatedLink[],
  onProgress: (done: number) => void,
): Promise<Undone> {
  const left: { shortUrl: string; reason: string }[] = [];
  let deleted = 0;
  for (let start = 0; start < links.length; start += LIMITS.idsPerCall) {
    const some = links.slice(start, start + LIMITS.idsPerCall);
    const body = { links: some.map(({ id, updatedAt }) => ({ id, updatedAt })) };
    const undone =
      account.kind === 'operator'
        ? await account.call(undoLinksForOperator, {
            params: { projectId: await account.projectId() },
            body,
          })
        : await account.call(undoLinks, { query: await inProject(account), body });
    deleted += undone.deleted.length;
    const reasons = new Map([
      ...undone.changed.map((id) => [id, 'It has been changed since'] as const),
      ...undone.gone.map((id) => [id, 'It is not there any more'] as const),
      ...undone.refused.map(
        (id) => [id, 'It is printed, or you may not change links of its folder'] as const,
      ),
    ]);
    for (const { id, shortUrl } of some) {
      const reason = reasons.get(id);
      if (reason !== undefined) left.push({ shortUrl, reason });
    }
    onProgress(start + some.length);
  }
  return { deleted, left };
}
