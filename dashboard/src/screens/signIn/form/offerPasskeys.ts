import type { SessionToken } from '@fairlead/contract/operations/dashboard/session';
import { CallError } from '../../../api/CallError.ts';
import { enterWithPasskey } from '../../../api/passkeys.ts';

/** Milliseconds: a challenge lasts twice as long, so that what is chosen last still has time. */
const RENEWAL = 5 * 60_000;

interface Offer {
  /** Offers passkeys at the email field too, without being asked. */
  readonly atField: boolean;
  readonly onEnter: (opened: SessionToken) => void;
  /** Undefined: a new attempt begins. */
  readonly onError: (error: unknown) => void;
}

/** Lets a person sign in with a passkey: by a button (`press`), and from the list at the email field. */
export function offerPasskeys({ atField, onEnter, onError }: Offer) {
  let current = new AbortController();
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  /** Browsers wait for one choice at a time. Returns whether the person has to choose again. */
  async function attempt(mediation: 'optional' | 'conditional'): Promise<boolean> {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    try {
      const opened = await enterWithPasskey({ mediation, signal });
      if (opened !== undefined) onEnter(opened);
      return false;
    } catch (error) {
      if (signal.aborted) return false;
      // What fails at the field before anything was chosen is nobody's concern.
      const chosen =
        mediation === 'optional' || (error instanceof CallError && error.status === 401);
      if (chosen) onError(error);
      return chosen;
    }
  }

  async function waitAtField(): Promise<void> {
    clearTimeout(renewal);
    if (!atField || !(await PublicKeyCredential.isConditionalMediationAvailable()) || stopped)
      return;
    renewal = setTimeout(() => void waitAtField(), RENEWAL);
    if (await attempt('conditional')) void waitAtField();
  }

  void waitAtField();
  return {
    async press(): Promise<void> {
      clearTimeout(renewal);
      onError(undefined);
      if (await attempt('optional')) void waitAtField();
    },
    stop(): void {
      stopped = true;
      clearTimeout(renewal);
      current.abort();
    },
  };
}
