import * as doctor from '@fairlead/contract/operations/doctor';
import type { Account } from './Account.ts';
import { inProject } from './findLink.ts';

/** Has a link domain examined; throws a CommandError if the server refuses. */
export async function examineHost(account: Account, host: string): Promise<doctor.DomainReport> {
  const body = { host };
  return account.kind === 'operator'
    ? account.call(doctor.examineHostForOperator, { body })
    : account.call(doctor.examineHost, { query: await inProject(account), body });
}
