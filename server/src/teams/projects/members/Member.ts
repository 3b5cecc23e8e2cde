import type { ProjectRole } from './findMembership.ts';

/** A person's membership in a project, with what other members may see of that person. */
export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: ProjectRole;
  readonly twoFactorEnabled: boolean;
  readonly joinedAt: Date;
}
