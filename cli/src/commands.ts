import type { Command } from './command.ts';
import { analytics } from './commands/links/analytics.ts';
import { api } from './commands/shell/api.ts';
import { APPS } from './commands/project/apps.ts';
import { backup } from './commands/operator/backup.ts';
import { demo } from './commands/operator/demo.ts';
import { BUILDS } from './commands/project/builds.ts';
import { clicksForget } from './commands/operator/clicksForget.ts';
import { clicksMove } from './commands/operator/clicksMove.ts';
import { completion } from './commands/shell/completion.ts';
import { DRY_RUNS } from './commands/links/dryRun.ts';
import { doctorHost } from './commands/project/doctorHost.ts';
import { doctorServer } from './commands/operator/doctorServer.ts';
import { DOMAINS } from './commands/project/domains.ts';
import { EVENTS } from './commands/events/events.ts';
import { explain } from './commands/links/explainLink.ts';
import { EXPORTS } from './commands/links/exports.ts';
import { HISTORY } from './commands/links/history.ts';
import { IDENTITY } from './commands/project/identity.ts';
import { importLinks } from './commands/links/import.ts';
import { KEYS } from './commands/project/keys.ts';
import { LINKS } from './commands/links/links.ts';
import { mcp } from './commands/shell/mcp.ts';
import { MEMBERS } from './commands/project/members.ts';
import { moveDatabase } from './commands/operator/moveDatabase.ts';
import { plan } from './commands/operator/plan.ts';
import { PROJECTS } from './commands/project/projects.ts';
import { provision } from './commands/operator/provision.ts';
import { rebuild } from './commands/operator/rebuild.ts';
import { restore } from './commands/operator/restore.ts';
import { userInvite } from './commands/operator/userInvite.ts';
import { userResetPassword } from './commands/operator/userResetPassword.ts';
import { RULE_COMMANDS } from './commands/links/rules.ts';
import { SESSION } from './commands/shell/session.ts';
import { version } from './commands/shell/version.ts';

/** Every command, in the order of the help. To add one, add a file below commands/, or to one of them, and a line here. */
export const COMMANDS: readonly Command[] = [
  ...SESSION,
  ...PROJECTS,
  ...LINKS,
  ...HISTORY,
  explain,
  ...RULE_COMMANDS,
  ...DRY_RUNS,
  analytics,
  ...EVENTS,
  ...DOMAINS,
  ...APPS,
  ...BUILDS,
  ...KEYS,
  ...IDENTITY,
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
