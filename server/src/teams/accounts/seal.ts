import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Accounts } from './createAccounts.ts';

type Sealing = Pick<Accounts, 'auth'>;

/** Encrypts with SECRET what is needed again and shown to nobody. `reencryptSecrets` has to know its column. */
export async function seal({ auth }: Sealing, text: string): Promise<string> {
  const { secretConfig: key } = await auth.$context;
  return symmetricEncrypt({ key, data: text });
}

/** The text again; undefined if it was encrypted with a SECRET that is no longer configured. */
export async function unseal({ auth }: Sealing, sealed: string): Promise<string | undefined> {
  const { secretConfig: key } = await auth.$context;
  return symmetricDecrypt({ key, data: sealed }).catch(() => undefined);
}
