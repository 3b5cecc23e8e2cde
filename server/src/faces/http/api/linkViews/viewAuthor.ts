import type { ViewAuthor } from '#links/finding/views/writeLinkView.ts';
import type { CallerOf } from '../../routing/route.ts';

export function viewAuthorOf({ user, role }: CallerOf<'viewer'>): ViewAuthor {
  return { actor: { kind: 'user', id: user.id, name: user.name }, role };
}
