import type { addPasskey, startPasskey } from '@fairlead/contract/operations/dashboard/passkeys';
import type { CallInput } from '@fairlead/contract/client';
import {
  signInWithPasskey,
  startPasskeySignIn,
} from '@fairlead/contract/operations/dashboard/passkeys';
import type { SessionToken } from '@fairlead/contract/operations/dashboard/session';
import { type BodyFor, call } from './call.ts';

type MadePasskey = Omit<CallInput<typeof addPasskey>['body'], 'name'>;

/** Whether this browser has passkeys, and the page is where this server's work (`passkeyOrigin` of the sign-in options). */
export function hasPasskeys(origin: string | null | undefined): boolean {
  return (
    origin === window.location.origin &&
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** Has the browser make a passkey. Throws a sentence for people if none was made. */
export async function makePasskey(options: BodyFor<typeof startPasskey>): Promise<MadePasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey }).catch(explain);
  // Not `toJSON()`, and no question for classes: password managers put objects of their own in the place of the browser's.
  const { rawId, response } = made as PublicKeyCredential & {
    readonly response: AuthenticatorAttestationResponse;
  };
  return {
    id: base64Url(rawId),
    clientDataJSON: base64Url(response.clientDataJSON),
    attestationObject: base64Url(response.attestationObject),
    transports: response.getTransports(),
  };
}

interface Waiting {
  /** `conditional`: among what the browser offers at the email field, when the person opens it. */
  readonly mediation: 'optional' | 'conditional';
  readonly signal: AbortSignal;
}

/** Signs in with a passkey that the person chooses; undefined if `signal` came first. Throws sentences for people. */
export async function enterWithPasskey({
  mediation,
  signal,
}: Waiting): Promise<SessionToken | undefined> {
  const options = await call(startPasskeySignIn, { body: {} });
  if (signal.aborted) return undefined;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const used = await navigator.credentials
    .get({ publicKey, mediation, signal })
    .catch((error: unknown) => (signal.aborted ? undefined : explain(error)));
  if (used === undefined || signal.aborted) return undefined;
  const { rawId, response } = used as PublicKeyCredential & {
    readonly response: AuthenticatorAssertionResponse;
  };
  return call(signInWithPasskey, {
    body: {
      id: base64Url(rawId),
      clientDataJSON: base64Url(response.clientDataJSON),
      authenticatorData: base64Url(response.authenticatorData),
      signature: base64Url(response.signature),
      userHandle: response.userHandle && base64Url(response.userHandle),
    },
  });
}

/** Browsers say little on purpose, and their words are for developers. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  NotAllowedError: 'No passkey was used: it took too long, or you closed the dialog.',
  NotSupportedError: 'This device cannot keep passkeys for this dashboard.',
  SecurityError: 'Passkeys do not work at this address.',
};

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw new Error(REASONS[name] ?? `The browser could not use a passkey (${name}).`);
}

function base64Url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
