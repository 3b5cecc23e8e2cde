import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { newAuthenticator } from '../../support/callers/authenticator.ts';
import { bodyOf, newPerson, type Person } from '../../support/callers/person.ts';
import { shareInProcess } from '../../support/run/endings.ts';
import { startServer } from '../../support/useServer.ts';

const { startPasskey, addPasskey, startPasskeySignIn, signInWithPasskey } = operations;

export const HERE = { origin: 'https://links.example.com', rpId: 'links.example.com' };

/** Reached at an address where browsers allow passkeys. */
export const onServer = shareInProcess(() => startServer({ PUBLIC_URL: HERE.origin }));

/** Someone without a password, whose session is new. */
export const newcomer = async () => newPerson(undefined, await onServer());

type Authenticator = ReturnType<typeof newAuthenticator>;
type Tampering = Parameters<Authenticator['make']>[1];

export async function begin({ call }: Person, password?: string) {
  return bodyOf(await call(startPasskey, { body: { ...(password && { password }) } }), 200);
}

export async function add(person: Person, name = 'Laptop', password?: string) {
  const authenticator = newAuthenticator(HERE);
  const made = authenticator.make(await begin(person, password));
  const passkey = bodyOf(await person.call(addPasskey, { body: { name, ...made } }), 201);
  return { authenticator, passkey };
}

/** A browser on the sign-in page. */
export async function openBrowser() {
  const { origin } = await onServer();
  let cookie = '';
  const client = () => createClient({ baseUrl: `${origin}/api/v1`, headers: { cookie } });
  return {
    async ask() {
      const reply = await client()(startPasskeySignIn, { body: {} });
      cookie = reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      return bodyOf(reply, 200);
    },
    enter: (answer: ReturnType<Authenticator['answer']>) =>
      client()(signInWithPasskey, { body: answer }),
  };
}

/** From the button to the answer. */
export async function signInWith(authenticator: Authenticator, tampering?: Tampering) {
  const browser = await openBrowser();
  return browser.enter(authenticator.answer(await browser.ask(), tampering));
}

/** As if everybody had waited for too long. */
export async function expireChallenges(): Promise<void> {
  const { app } = await onServer();
  await app.db
    .updateTable('verifications')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
}

export const messageOf = ({ body }: { body: object }) =>
  'message' in body ? String(body.message) : '';
