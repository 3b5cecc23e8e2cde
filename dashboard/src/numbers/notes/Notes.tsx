import type { Analytics } from '@fairlead/contract/operations/analytics';
import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
} from '@fairlead/contract/operations/dashboard/numbers';
import { LIMITS } from '@fairlead/contract/limits';
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { MessageSquarePlus, X } from 'lucide-react';
import { useRights } from '../../api/project.ts';
import { foresee, useWrite } from '../../api/queries.ts';
import { Form } from '../../parts/form/Form.tsx';
import { Submit } from '../../parts/form/Submit.tsx';
import { dayName } from '../../parts/format.ts';
import { dayOf, notesOf, type ShownAnnotation } from './notesOf.ts';

interface NotesProps {
  readonly projectId: string;
  readonly data: Analytics;
  readonly annotations: readonly ShownAnnotation[];
}

/** What the team has noted on the days of a chart, by the numbers in it. */
export function Notes({ projectId, data, annotations }: NotesProps) {
  const { admin } = useRights();
  const [opened, { open, close }] = useDisclosure();
  const remove = useWrite(deleteAnnotation, {
    changes: [listAnnotations],
    foresees: foresee(listAnnotations, (list, { params: { annotationId } }) => ({
      annotations: list.annotations.filter(({ id }) => id !== annotationId),
    })),
    done: 'Note deleted.',
  });
  return (
    <Stack gap={4} mt="xs" align="flex-start">
      <NoteList
        data={data}
        annotations={annotations}
        {...(admin && {
          onRemove: (annotationId) => remove.mutate({ params: { projectId, annotationId } }),
        })}
      />
      {admin && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<MessageSquarePlus size={14} />}
          onClick={open}
        >
          Add a note
        </Button>
      )}
      {opened && <AddNote projectId={projectId} day={dayOf(data.to)} onClose={close} />}
    </Stack>
  );
}

interface NoteListProps extends Omit<NotesProps, 'projectId'> {
  readonly onRemove?: (id: string) => void;
}

export function NoteList({ data, annotations, onRemove }: NoteListProps) {
  const notes = notesOf(data, annotations);
  if (notes.length === 0) return null;
  return (
    <ul className="plain-list" aria-label="Notes">
      {notes.map(({ number, annotation: { id, day, text, author } }) => (
        <li key={id}>
          <Group gap={6} wrap="nowrap" align="flex-start">
            <Text size="sm" fw={650} className="number">
              {number}
            </Text>
            <Text size="sm" className="break">
              {`${dayName(day)}: ${text}`}{' '}
              <Text span size="xs" c="dimmed">
                {author}
              </Text>
            </Text>
            {onRemove !== undefined && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Delete the note ${text}`}
                onClick={() => onRemove(id)}
              >
                <X size={14} />
              </ActionIcon>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}

interface AddNoteProps {
  readonly projectId: string;
  /** Which is proposed. */
  readonly day: string;
  readonly onClose: () => void;
}

function AddNote({ projectId, day, onClose }: AddNoteProps) {
  const form = useForm({
    initialValues: { day, text: '' },
    validate: {
      day: (value) => (value === '' ? 'Choose a day' : null),
      text: (value) => (value.trim() === '' ? 'Say what happened' : null),
    },
  });
  const write = useWrite(createAnnotation, {
    quiet: true,
    changes: [listAnnotations],
    done: 'Note added.',
    onDone: onClose,
  });
  return (
    <Modal opened centered onClose={onClose} title="Add a note">
      <Form
        form={form}
        error={write.error}
        onSend={(body) => write.mutate({ params: { projectId }, body })}
      >
        <Stack>
          <TextInput type="date" label="Day" {...form.getInputProps('day')} />
          <TextInput
            label="What happened"
            description="The team sees it with the numbers of the project and of every link."
            maxLength={LIMITS.annotationLength}
            data-autofocus
            {...form.getInputProps('text')}
          />
          <Submit write={write} onCancel={onClose}>
            Add note
          </Submit>
        </Stack>
      </Form>
    </Modal>
  );
}
