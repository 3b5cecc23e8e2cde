import { resealSecrets } from '../accounts/resealSecrets.ts';
import type { App } from '../app.ts';

/** At every start: after SECRET was replaced, nothing keeps needing the former one. */
export async function resealAccounts({ accounts, log }: App): Promise<void> {
  const { resealed, unreadable } = await resealSecrets(accounts);
  if (resealed > 0) log.info({ resealed }, 'Second factors are sealed with the current SECRET now');
  if (unreadable > 0) {
    log.warn(
      { unreadable },
      'Second factors or tokens are sealed with a SECRET that is not named; put it into PREVIOUS_SECRETS',
    );
  }
}
