import type { User } from '../accounts/users/User.ts';
import type { Actor } from './AuditEntry.ts';

/** The signed-in person as the audit log names them. */
export function actorOf({
  id,
  name,
}: Pick<User, 'id' | 'name'>): Actor & { readonly kind: 'user' } {
  return { kind: 'user', id, name };
}
