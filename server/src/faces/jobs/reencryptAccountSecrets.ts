import { reencryptSecrets } from '#teams/accounts/signIn/reencryptSecrets.ts';
import type { App } from '../App.ts';

/** Runs at every start, so that nothing needs the previous SECRET after it has been replaced. */
export async function reencryptAccountSecrets({ accounts, log }: App): Promise<void> {
  const { reencrypted, unreadable } = await reencryptSecrets(accounts);
  if (reencrypted > 0)
    log.info(
      { reencrypted },
      'Second factors, tokens, keys of Meta and identity secrets are sealed with the current SECRET now',
    );
  if (unreadable > 0) {
    log.warn(
      { unreadable },
      'Second factors, tokens, keys of Meta or identity secrets are sealed with a SECRET that is not named; put it into PREVIOUS_SECRETS',
    );
  }
}
