import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { demo } from './commands/demo.ts';
import { doctorServer } from './commands/doctorServer.ts';
import { explainLink } from './commands/explainLink.ts';
import { moveDatabase } from './commands/moveDatabase.ts';
import { plan } from './commands/plan.ts';
import { provision } from './commands/provision.ts';
import { rebuild } from './commands/rebuild.ts';
import { restore } from './commands/restore.ts';
import { userInvite } from './commands/userInvite.ts';
import { userResetPassword } from './commands/userResetPassword.ts';
import { version } from './commands/version.ts';

/** Every command, in the order of the help. A new one is a file in commands/ and a line here. */
export const COMMANDS: readonly Command[] = [
  provision,
  plan,
  userInvite,
  userResetPassword,
  demo,
  doctorServer,
  explainLink,
  rebuild,
  backup,
  restore,
  moveDatabase,
  version,
];
