import {
  deleteLinkComment,
  type LinkComment,
  listLinkComments,
} from '@fairlead/contract/operations/dashboard/linkComments';
import { ActionIcon, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { currentUserQuery, useRights } from '../../../api/project.ts';
import { foresee, useWrite } from '../../../api/queries.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { absoluteTime } from '../../../parts/format.ts';
import { Row } from '../../../parts/Row.tsx';
import { When } from '../../../parts/When.tsx';
import type { LinkParams } from '../page/useLiveClicks.ts';

interface CommentProps {
  readonly params: LinkParams;
  readonly comment: LinkComment;
  readonly onEdit: () => void;
}

/** A comment: people edit and delete their own, admins delete any. */
export function CommentRow({ params, comment, onEdit }: CommentProps) {
  const { admin } = useRights();
  const { data: me } = useQuery(currentUserQuery);
  const { id, author, text, createdAt, editedAt } = comment;
  const own = author !== null && author.userId === me?.user.id;
  const name = author?.name ?? 'A former member';
  const remove = useWrite(deleteLinkComment, {
    changes: [listLinkComments],
    foresees: foresee(listLinkComments, ({ comments }) => ({
      comments: comments.filter((other) => other.id !== id),
    })),
    done: 'Comment deleted.',
  });
  const which = `the comment of ${name}, ${absoluteTime(createdAt)}`;
  return (
    <Row
      actions={
        <Group gap="xs" wrap="nowrap">
          {own && (
            <ActionIcon variant="default" size={36} aria-label={`Edit ${which}`} onClick={onEdit}>
              <Pencil size={16} />
            </ActionIcon>
          )}
          {(own || admin) && (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Delete ${which}`}
              onClick={() =>
                confirm({
                  title: 'Delete this comment?',
                  text: 'It cannot be restored.',
                  yes: 'Delete comment',
                  onYes: () => remove.mutate({ params: { ...params, commentId: id } }),
                })
              }
            >
              <Trash2 size={16} />
            </ActionIcon>
          )}
        </Group>
      }
    >
      <Text size="sm" c="dimmed" component="div">
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        <When at={createdAt} />
        {editedAt !== null && <span title={absoluteTime(editedAt)}> (edited)</span>}
      </Text>
      <Text size="sm" className="break" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </Row>
  );
}
