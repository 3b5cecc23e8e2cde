import type { Command } from './command.ts';
import { analytics } from './commands/analytics.ts';
import { api } from './commands/api.ts';
import { APPS } from './commands/apps.ts';
import { backup } from './commands/backup.ts';
import { demo } from './commands/demo.ts';
import { clicksForget } from './commands/clicksForget.ts';
import { clicksMove } from './commands/clicksMove.ts';
import { completion } from './commands/completion.ts';
import { doctorHost } from './commands/doctorHost.ts';
import { doctorServer } from './commands/doctorServer.ts';
import { DOMAINS } from './commands/domains.ts';
import { explain } from './commands/explainLink.ts';
import { EXPORTS } from './commands/exports.ts';
import { importLinks } from './commands/import.ts';
import { KEYS } from './commands/keys.ts';
import { LINKS } from './commands/links.ts';
import { mcp } from './commands/mcp.ts';
import { MEMBERS } from './commands/members.ts';
import { moveDatabase } from './commands/moveDatabase.ts';
import { plan } from './commands/plan.ts';
import { PROJECTS } from './commands/projects.ts';
import { provision } from './commands/provision.ts';
import { rebuild } from './commands/rebuild.ts';
import { restore } from './commands/restore.ts';
import { userInvite } from './commands/userInvite.ts';
import { userResetPassword } from './commands/userResetPassword.ts';
import { SESSION } from './commands/session.ts';
import { version } from './commands/version.ts';

/** Every command, in the order of the help. To add one, add a file in commands/, or to one of them, and a line here. */
export const COMMANDS: readonly Command[] = [
  ...SESSION,
  ...PROJECTS,
  ...LINKS,
  explain,
  analytics,
  ...DOMAINS,
  ...APPS,
  ...KEYS,
  ...MEMBERS,
  ...EXPORTS,
  importLinks,
  doctorHost,
  api,
  mcp,
  completion,
  version,
  provision,
  plan,
  userInvite,
  userResetPassword,
  demo,
  doctorServer,
  rebuild,
  backup,
  restore,
  moveDatabase,
  clicksMove,
  clicksForget,
];
