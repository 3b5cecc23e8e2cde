import { createClient } from '@fairlead/contract/client';
import { refreshSession } from '@fairlead/contract/operations/dashboard/session';
import { CommandError } from '../CommandError.ts';
import { type Profile, readProfiles, saveProfile } from './profiles.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Session = NonNullable<Profile['session']>;

/** A token that ends sooner than this is renewed first. Milliseconds. */
const LEEWAY_MS = 60_000;

/** A function that yields a living token, and keeps the cookie that each renewal replaces. */
export function renewSession(
  env: Environment,
  name: string,
  profile: Profile,
  first: Session,
): () => Promise<string> {
  let session = first;
  return async () => {
    if (isLiving(session)) return session.token;
    // Another command may have renewed it meanwhile.
    const kept = (await readProfiles(env)).profiles[name]?.session;
    session =
      kept !== undefined && isLiving(kept) ? kept : await renew(profile.server, kept ?? session);
    await saveProfile(env, name, { ...profile, session });
    return session.token;
  };
}

function isLiving({ expiresAt }: Session): boolean {
  return Date.parse(expiresAt) - LEEWAY_MS > Date.now();
}

async function renew(server: string, session: Session): Promise<Session> {
  const client = createClient({ baseUrl: `${server}/api/v1`, headers: { cookie: session.cookie } });
  const { status, body, headers } = await client(refreshSession, { body: {} }).catch(
    (error: unknown) => {
      throw new CommandError(1, `No answer from ${server}: ${String(error)}`);
    },
  );
  if (status !== 200) {
    throw new CommandError(4, `The session of ${session.email} has ended. Sign in: fairlead login`);
  }
  return {
    email: body.user.email,
    cookie: cookieOf(headers) ?? session.cookie,
    token: body.token,
    expiresAt: body.expiresAt,
  };
}

/** `name=value` pairs of what the server sets, to be sent back. */
export function cookieOf(headers: Headers): string | undefined {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return pairs.length === 0 ? undefined : pairs.join('; ');
}
