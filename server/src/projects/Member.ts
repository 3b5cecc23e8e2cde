import type { ProjectRole } from './findMembership.ts';

/** A person's part in a project, with what other members may see of the person. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: ProjectRole;
  readonly twoFactorEnabled: boolean;
  readonly joinedAt: Date;
}
