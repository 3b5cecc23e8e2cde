import {
  createLinkComment,
  type LinkComment,
  listLinkComments,
  updateLinkComment,
} from '@fairlead/contract/operations/dashboard/linkComments';
import { LIMITS } from '@fairlead/contract/limits';
import { Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useWrite } from '../../../api/queries.ts';
import { Card } from '../../../parts/Card.tsx';
import { Form } from '../../../parts/form/Form.tsx';
import { Submit } from '../../../parts/form/Submit.tsx';
import { Empty, Loaded, Waiting } from '../../../parts/states.tsx';
import type { LinkParams } from '../page/useLiveClicks.ts';
import { CommentRow } from './CommentRow.tsx';

interface CommentsProps {
  readonly params: LinkParams;
}

/** What members have written about the link, the newest last, with a field for more. */
export function Comments({ params }: CommentsProps) {
  const comments = useQuery(ask(listLinkComments, { params }));
  const [edited, setEdited] = useState<string>();
  return (
    <Card title="Comments" about="Seen by everybody in the project, and by nobody else.">
      <Loaded query={comments} waiting={<Waiting rows={3} height={64} />}>
        {({ comments: list }) => (
          <Stack>
            {list.length === 0 ? (
              <Empty title="No comments yet">
                Say what others should know: where the code is printed, or who to ask.
              </Empty>
            ) : (
              <ul className="plain-list" aria-label="Comments">
                {list.map((comment) => (
                  <li key={comment.id}>
                    {edited === comment.id ? (
                      <EditComment
                        params={params}
                        comment={comment}
                        onClose={() => setEdited(undefined)}
                      />
                    ) : (
                      <CommentRow
                        params={params}
                        comment={comment}
                        onEdit={() => setEdited(comment.id)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )}
            <NewComment params={params} />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

const validate = {
  text: (text: string) => (text.trim() === '' ? 'Write a comment first.' : null),
};

const field = { autosize: true, minRows: 2, maxRows: 12, maxLength: LIMITS.commentLength };

function NewComment({ params }: CommentsProps) {
  const form = useForm({ initialValues: { text: '' }, validate });
  const write = useWrite(createLinkComment, {
    quiet: true,
    changes: [listLinkComments],
    onDone: () => form.reset(),
  });
  return (
    <Form form={form} error={write.error} onSend={(body) => write.mutate({ params, body })}>
      <Stack gap="xs">
        <Textarea label="New comment" {...field} {...form.getInputProps('text')} />
        <Submit write={write}>Add comment</Submit>
      </Stack>
    </Form>
  );
}

interface EditProps extends CommentsProps {
  readonly comment: LinkComment;
  readonly onClose: () => void;
}

function EditComment({ params, comment, onClose }: EditProps) {
  const form = useForm({ initialValues: { text: comment.text }, validate });
  const write = useWrite(updateLinkComment, {
    quiet: true,
    changes: [listLinkComments],
    onDone: onClose,
  });
  const named = { ...params, commentId: comment.id };
  return (
    <Form form={form} error={write.error} onSend={(body) => write.mutate({ params: named, body })}>
      <Stack gap="xs" py="sm">
        <Textarea label="Your comment" autoFocus {...field} {...form.getInputProps('text')} />
        <Submit write={write} onCancel={onClose}>
          Save comment
        </Submit>
      </Stack>
    </Form>
  );
}
