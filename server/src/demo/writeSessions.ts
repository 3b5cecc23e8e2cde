import { sql, type Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { recordActiveUser } from '../installations/recordActiveUser.ts';
import { newId } from '../lib/uuid.ts';
import type { Project } from '../projects/Project.ts';
import { createRandom, lognormal } from './random.ts';
import type { WrittenInstall } from './writeInstalls.ts';

const DAY_MS = 24 * 3600 * 1000;
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
  const column = (read: (session: (typeof sessions)[number]) => string | number) =>
    sessions.map(read);
  await sql`
    with given as (
      insert into sessions (id, project_id, installation_id, state, started_at, ended_at, network_type)
      select id, ${project.id}::uuid, installation, 'ended', to_timestamp(began / 1000.0),
             to_timestamp(ended / 1000.0), 'wifi'
      from unnest(
        ${column((each) => newId(each.began))}::uuid[], ${column((each) => each.install.installation.id)}::uuid[],
        ${column((each) => each.began)}::float8[], ${column((each) => each.ended)}::float8[]
      ) as session (id, installation, began, ended)
      returning installation_id, ended_at
    )
    update installations set last_seen_at = greatest(last_seen_at, seen.at)
    from (select installation_id, max(ended_at) as at from given group by 1) as seen
    where installations.id = seen.installation_id`.execute(db);
  for (const { install, began } of firstsOfMonths(sessions)) {
    await recordActiveUser(db, project, install.installation, new Date(began));
  }
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

function firstsOfMonths(sessions: readonly Session[]): readonly Session[] {
  const firsts = new Map<string, Session>();
  for (const session of sessions) {
    const month = new Date(session.began).toISOString().slice(0, 7);
    const key = `${session.install.installation.id} ${month}`;
    if (!firsts.has(key)) firsts.set(key, session);
  }
  return [...firsts.values()];
}
