import { eachApart } from '#platform/db/apart.ts';
import type { Db } from '#platform/db/Db.ts';
import type { Accounts } from '../createAccounts.ts';
import { seal, unseal } from '../seal.ts';

export interface Reencrypted {
  readonly reencrypted: number;
  /** Encrypted with a SECRET that is no longer configured. */
  readonly unreadable: number;
}

/**
 * Re-encrypts with the current SECRET what a previous one encrypted: second factors with their backup
 * codes, tokens of sign-in providers, projects' keys of Meta and identity secrets, and secrets of event sources. The previous one is then no longer needed for them. A value
 * changed meanwhile keeps its new value.
 */
export async function reencryptSecrets(accounts: Accounts): Promise<Reencrypted> {
  const current = `$ba$${accounts.libraryKeys[0].version}$`;
  const count = { reencrypted: 0, unreadable: 0 };
  await eachApart(await listSealed(accounts.db, current), {
    nameOf: ({ table, column, id }) => `${table}.${column} of ${id}`,
    async work({ table, key: name, column, id, value }) {
      const text = await unseal(accounts, value);
      if (text === undefined) {
        count.unreadable += 1;
        return;
      }
      const sealed = await seal(accounts, text);
      const { numUpdatedRows } = await accounts.db
        .updateTable(table)
        .set({ [column]: sealed })
        .where(accounts.db.dynamic.ref(name), '=', id)
        .where(accounts.db.dynamic.ref(column), '=', value)
        .executeTakeFirstOrThrow();
      count.reencrypted += Number(numUpdatedRows);
    },
  });
  return count;
}

interface Sealed {
  readonly table:
    | 'two_factors'
    | 'user_accounts'
    | 'meta_referrer_keys'
    | 'identity_secrets'
    | 'event_sources';
  readonly key: 'id' | 'project_id';
  readonly column:
    | 'secret'
    | 'backup_codes'
    | 'access_token'
    | 'refresh_token'
    | 'id_token'
    | 'sealed'
    | 'previous';
  readonly id: string;
  readonly value: string;
}

/** Values not encrypted with the current key. */
async function listSealed(db: Db, current: string): Promise<Sealed[]> {
  const factors = await db
    .selectFrom('two_factors')
    .select(['id', 'secret', 'backup_codes'])
    .execute();
  const accounts = await db
    .selectFrom('user_accounts')
    .select(['id', 'access_token', 'refresh_token', 'id_token'])
    .where((row) => row.or([row('access_token', 'is not', null), row('id_token', 'is not', null)]))
    .execute();
  const metaKeys = await db
    .selectFrom('meta_referrer_keys')
    .select(['project_id', 'sealed'])
    .execute();
  const identities = await db
    .selectFrom('identity_secrets')
    .select(['project_id', 'sealed', 'previous'])
    .execute();
  const sources = await db
    .selectFrom('event_sources')
    .select(['id', 'sealed'])
    .where('sealed', 'is not', null)
    .execute();
  return [
    ...sources.flatMap(({ id, ...values }) => entriesOf('event_sources', id, values)),
    ...metaKeys.flatMap(({ project_id: id, ...values }) =>
      entriesOf('meta_referrer_keys', id, values, 'project_id'),
    ),
    ...identities.flatMap(({ project_id: id, ...values }) =>
      entriesOf('identity_secrets', id, values, 'project_id'),
    ),
    ...factors.flatMap(({ id, ...values }) => entriesOf('two_factors', id, values)),
    ...accounts.flatMap(({ id, ...values }) => entriesOf('user_accounts', id, values)),
  ].filter(({ value }) => !value.startsWith(current));
}

function entriesOf<C extends Sealed['column']>(
  table: Sealed['table'],
  id: string,
  values: Record<C, string | null>,
  key: Sealed['key'] = 'id',
): Sealed[] {
  return Object.entries<string | null>(values).flatMap(([column, value]) =>
    value === null ? [] : [{ table, key, column: column as C, id, value }],
  );
}
