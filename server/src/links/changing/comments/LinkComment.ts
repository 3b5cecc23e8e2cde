import type { Db } from '#platform/db/Db.ts';

/** What a member has written on the page of a link. */
export interface LinkComment {
  readonly id: string;
  /** Null: the account has been deleted. */
  readonly author: { readonly userId: string; readonly name: string } | null;
  readonly text: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
}

interface CommentRow {
  readonly id: string;
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly text: string;
  readonly created_at: Date;
  readonly edited_at: Date | null;
}

/** Comments with the names of those who wrote them, as they are now. */
export const selectComments = (db: Db, linkId: string) =>
  db
    .selectFrom('link_comments')
    .leftJoin('users', 'users.id', 'author_id')
    .select([
      'link_comments.id',
      'author_id',
      'users.name as author_name',
      'text',
      'link_comments.created_at',
      'edited_at',
    ])
    .where('link_id', '=', linkId);

export function readComment(row: CommentRow): LinkComment {
  return {
    id: row.id,
    author: row.author_id === null ? null : { userId: row.author_id, name: row.author_name ?? '' },
    text: row.text,
    createdAt: row.created_at,
    editedAt: row.edited_at,
  };
}
