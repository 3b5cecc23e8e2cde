import type { CallInput } from '@fairlead/contract/client';
import { refreshSession } from '@fairlead/contract/operations/dashboard/session';
import { FairleadError } from '../../../sdk/src/index.ts';
import { CommandError } from '../CommandError.ts';
import type { AnswerOf } from './Account.ts';
import { openClient } from './openClient.ts';
import { type Profile, readProfiles, saveProfile } from './profiles.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Session = NonNullable<Profile['session']>;

/** A token that expires within this many milliseconds is renewed first. */
const LEEWAY_MS = 60_000;

/** A function that returns a valid token, and stores the new cookie of each renewal. */
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
    const stored = (await readProfiles(env)).profiles[name]?.session;
    session =
      stored !== undefined && isLiving(stored)
        ? stored
        : await renew(profile.server, stored ?? session);
    await saveProfile(env, name, { ...profile, session });
    return session.token;
  };
}

function isLiving({ expiresAt }: Session): boolean {
  return Date.parse(expiresAt) - LEEWAY_MS > Date.now();
}

async function renew(server: string, session: Session): Promise<Session> {
  const headers = { cookie: session.cookie };
  try {
    const { data, response } = await openClient(server)
      .request<CallInput<typeof refreshSession>, AnswerOf<typeof refreshSession>>(
        refreshSession,
        { body: {} },
        { headers },
      )
      .withResponse();
    return {
      email: data.user.email,
      cookie: cookieOf(response.headers) ?? session.cookie,
      token: data.token,
      expiresAt: data.expiresAt,
    };
  } catch (error) {
    if (error instanceof FairleadError && error.status > 0) {
      throw new CommandError(
        4,
        `The session of ${session.email} has ended. Sign in: fairlead login`,
      );
    }
    throw new CommandError(1, `No answer from ${server}: ${String(error)}`);
  }
}

/** The `name=value` pairs that the server sets, to be sent back. */
export function cookieOf(headers: Headers): string | undefined {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return pairs.length === 0 ? undefined : pairs.join('; ');
}
