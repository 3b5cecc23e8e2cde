import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Accounts } from '../../accounts/createAccounts.ts';
import { seal } from '../../accounts/seal.ts';
import type { Actor } from '../../audit/AuditEntry.ts';
import { changeProject } from '../../audit/changeProject.ts';
import type { Project } from '../Project.ts';
import { lastCharactersOf } from '../lastCharactersOf.ts';
import { findIdentitySecret, type IdentitySecretInfo } from './findIdentitySecret.ts';

const PREFIX = 'fl_identity_';
const BYTES = 32;

/**
 * Makes the secret that proofs of identities are made with; its text is returned here and never again. Proofs made with the one before count for
 * another `graceHours`, 0: no longer; those of the one before that, never. Like all secrets that are needed again, it is encrypted with SECRET.
 */
export async function rotateIdentitySecret(
  accounts: Pick<Accounts, 'db' | 'auth'>,
  project: Project,
  actor: Actor,
  graceHours: number,
): Promise<IdentitySecretInfo & { readonly secret: string }> {
  const secret = `${PREFIX}${randomBytes(BYTES).toString('base64url')}`;
  const sealed = await seal(accounts, secret);
  return changeProject(accounts.db, project, actor, async (tx, record) => {
    const last = lastCharactersOf(secret);
    await sql`
      insert into identity_secrets as known (project_id, sealed, last_characters, made_at)
      values (${project.id}, ${sealed}, ${last}, now())
      on conflict (project_id) do update set
        sealed = excluded.sealed, last_characters = excluded.last_characters, made_at = excluded.made_at,
        previous = case when ${graceHours > 0} then known.sealed end,
        previous_until = case when ${graceHours > 0} then now() + ${graceHours} * interval '1 hour' end`.execute(
      tx,
    );
    await record({
      action: 'identity_secret.rotated',
      target: { kind: 'project', id: project.id, name: project.name },
      details: { graceHours },
    });
    return { ...(await findIdentitySecret(tx, project)), secret };
  });
}
