import type { Logger } from 'pino';
import { createUser } from '#teams/accounts/users/createUser.ts';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { generatePassword } from '#teams/accounts/passwords/generatePassword.ts';
import { normaliseEmail } from '#teams/accounts/users/normaliseEmail.ts';
import { replacePassword } from '#teams/accounts/passwords/replacePassword.ts';
import type { Config } from '#platform/config/config.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { UUID_PATTERN } from '#platform/lib/uuid.ts';
import { type Maintenance, openMaintenance } from './openMaintenance.ts';
import { createInvitation } from '#teams/projects/members/createInvitation.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { invitationLinkOf } from '#teams/projects/members/Invitation.ts';
import type { Project } from '#teams/projects/Project.ts';
import { deriveLimitsKey, emptyBudget } from '#platform/rateLimits/budgetNames.ts';

/** One object, which the command line prints. */
type Result = Promise<Readonly<Record<string, unknown>>>;

interface ResetOptions {
  readonly removeSecondFactor: boolean;
}

/** `user reset-password EMAIL`: a new password, for the operator to pass on. */
export async function resetUserPassword(
  config: Config,
  log: Logger,
  email: string,
  { removeSecondFactor }: ResetOptions,
): Result {
  await using open = await openMaintenance(config, log);
  const user = await findUser(open.db, { email: normaliseEmail(email) });
  if (user === undefined) {
    throw new Problem(
      'NOT_FOUND',
      `No user has the address ${email}. To make one: fairlead user invite ${email}`,
    );
  }
  const password = generatePassword();
  const { sessions, passkeys } = await replacePassword(open.accounts, user, {
    password,
    removeSecondFactor,
  });
  for (const who of [user.email, user.id]) {
    await emptyBudget(open.pool, deriveLimitsKey(open.secret.reveal()), 'account', who);
  }
  return {
    email: user.email,
    password,
    signInUrl: signInUrlOf(config),
    sessionsEnded: sessions,
    passkeysRemoved: passkeys,
    secondFactor: user.twoFactorEnabled && !removeSecondFactor,
  };
}

interface InviteOptions {
  /** Id of a project to join; without it the person gets an account and creates their own projects. */
  readonly project?: string | undefined;
  readonly role?: string | undefined;
}

/** `user invite EMAIL`: a link into a project, or an account with a first password. */
export async function inviteUser(
  config: Config,
  log: Logger,
  email: string,
  { project, role }: InviteOptions,
): Result {
  await using open = await openMaintenance(config, log);
  if (project !== undefined)
    return await inviteToProject(open, email, await needProject(open, project), role);
  if (role !== undefined) {
    throw new Problem('VALIDATION_ERROR', '--role is of a project: name it with --project');
  }
  const password = generatePassword();
  const user = await createUser(open.accounts, { email, password, emailVerified: true }).catch(
    (error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'CONFLICT') throw error;
      throw new Problem(
        'CONFLICT',
        `${email} has an account. A new password: fairlead user reset-password ${email}. A place in a project: fairlead user invite ${email} --project ID`,
      );
    },
  );
  return { email: user.email, password, signInUrl: signInUrlOf(config), project: null };
}

async function inviteToProject(
  maintenance: Maintenance,
  email: string,
  project: Project,
  role = 'viewer',
): Result {
  if (role !== 'admin' && role !== 'viewer') {
    throw new Problem('VALIDATION_ERROR', '--role must be admin or viewer');
  }
  const operator = { kind: 'operator' } as const;
  const { invitation, token } = await createInvitation(maintenance, project, operator, {
    email,
    role,
  });
  return {
    email: invitation.email,
    project: { id: project.id, name: project.name },
    role,
    link: invitationLinkOf(token, maintenance.config.publicUrl),
    expiresAt: invitation.expiresAt.toISOString(),
  };
}

async function needProject({ db }: Maintenance, id: string): Promise<Project> {
  const project = UUID_PATTERN.test(id) ? await findProject(db, id) : undefined;
  if (project) return project;
  throw new Problem(
    'NOT_FOUND',
    `There is no project ${id}. Its id stands in the address of its pages in the dashboard: /p/ID/links`,
  );
}

function signInUrlOf({ publicUrl }: Config): string {
  return new URL('/sign-in', publicUrl).href;
}
