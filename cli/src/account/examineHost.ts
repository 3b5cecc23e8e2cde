import { CommandError } from '../CommandError.ts';
import type { Account } from './Account.ts';
import { inProject } from './findLink.ts';

/** Has a link domain examined; throws a CommandError where the server will not. */
export async function examineHost(
  account: Account,
  host: string,
): Promise<Record<string, unknown>> {
  const { projectId } = await inProject(account);
  const path =
    account.kind === 'operator'
      ? '/api/v1/admin/doctor'
      : `/v1/doctor${projectId === undefined ? '' : `?projectId=${projectId}`}`;
  const response = await account.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ host }),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers are objects
  const report = (await response.json()) as Record<string, unknown>;
  if (response.ok) return report;
  const said = [report['message']].flat().map(String).join('\n');
  throw new CommandError(response.status === 401 ? 4 : 1, said);
}
