import type { User } from '../accounts/users/User.ts';
import type { Person } from './AuditEntry.ts';

/** The signed-in person as the audit log names them. */
export function actorOf({ id, name }: Pick<User, 'id' | 'name'>): Person {
  return { kind: 'user', id, name };
}
