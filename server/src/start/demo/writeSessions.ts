import type { Kysely } from 'kysely';
import { askAll } from '#platform/db/groupCalls.ts';
import type { Database } from '#platform/db/schema.ts';
import type { Project } from '#teams/projects/Project.ts';
import { givenOf, newSession, START_SESSIONS } from '#apps/sessions/writeSessions.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { createRandom, lognormal } from './random.ts';
import type { WrittenInstall } from './writeInstalls.ts';

const MINUTE_MS = 60_000;

interface DrawOptions {
  readonly seed: number;
  readonly now: number;
}

/** Writes the sessions of installations, some of which return often and most do not; returns how many. */
export async function writeSessions(
  db: Kysely<Database>,
  project: Project,
  installs: readonly WrittenInstall[],
  options: DrawOptions,
): Promise<number> {
  const sessions = drawSessions(installs, options);
  if (sessions.length === 0) return 0;
  await askAll(
    db,
    START_SESSIONS,
    sessions.map(({ install, began, ended }) => {
      const at = new Date(began);
      const session = newSession(project, { networkType: 'wifi' }, at);
      const whole = { ...session, state: 'ended', ended_at: new Date(ended) } as const;
      return givenOf(whole, install.installation.clientId, at);
    }),
  );
  return sessions.length;
}

interface Session {
  readonly install: WrittenInstall;
  readonly began: number;
  readonly ended: number;
}

function drawSessions(
  installs: readonly WrittenInstall[],
  { seed, now }: DrawOptions,
): readonly Session[] {
  const random = createRandom(seed + 2);
  return installs.flatMap((install) => {
    const days = lognormal(random, 2, 1);
    const count = 1 + Math.floor(lognormal(random, 2, 0.9));
    let began = install.installation.firstSeenAt.getTime() + 1_000;
    const sessions: Session[] = [];
    for (let index = 0; index < Math.min(count, 40); index += 1) {
      const ended = Math.floor(began + lognormal(random, 2.4, 0.8) * MINUTE_MS);
      if (ended > now) break;
      sessions.push({ install, began, ended });
      began = Math.floor(ended + (0.1 + random() * days) * DAY_MS);
    }
    return sessions;
  });
}
