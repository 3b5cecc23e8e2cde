import {
  createLinkView,
  type LinkView,
  listLinkViews,
  updateLinkView,
} from '@fairlead/contract/operations/dashboard/linkViews';
import { LIMITS } from '@fairlead/contract/limits';
import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useProjectId, useRights } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { Submit } from '../../../parts/form/Submit.tsx';
import type { ViewContent } from './openedView.ts';

interface NameViewProps {
  /** The view that gets another name; undefined: a new one gets its name. */
  readonly view: LinkView | undefined;
  readonly now: ViewContent;
  readonly onClose: () => void;
  readonly onSaved: (view: LinkView) => void;
}

/** Asks for the name of a view, and whose a new one is. */
export function NameView({ view, now, onClose, onSaved }: NameViewProps) {
  const projectId = useProjectId();
  const { admin } = useRights();
  const form = useForm({
    initialValues: { name: view?.name ?? '', team: false },
    validate: { name: (name) => (name.trim() === '' ? 'Type a name.' : null) },
  });
  const saved = {
    quiet: true,
    changes: [listLinkViews],
    onDone: (made: LinkView) => {
      onClose();
      if (view === undefined) onSaved(made);
    },
  } as const;
  const create = useWrite(createLinkView, { ...saved, done: 'View saved.' });
  const rename = useWrite(updateLinkView, { ...saved, done: 'View renamed.' });
  const write = view === undefined ? create : rename;
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={view === undefined ? 'Save as a view' : `Rename the view ${view.name}`}
    >
      <Form
        form={form}
        error={write.error}
        onSend={({ name, team }) => {
          if (view === undefined) {
            create.mutate({ params: { projectId }, body: { name, team, ...now } });
          } else rename.mutate({ params: { projectId, viewId: view.id }, body: { name } });
        }}
      >
        <Stack>
          <TextInput
            label="Name of the view"
            description={
              view === undefined ? 'It keeps filters, order and columns of the list.' : undefined
            }
            maxLength={LIMITS.nameLength}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {view === undefined && admin && (
            <Checkbox
              label="For the whole team"
              {...form.getInputProps('team', { type: 'checkbox' })}
            />
          )}
          <Submit write={write} onCancel={onClose}>
            {view === undefined ? 'Save view' : 'Rename view'}
          </Submit>
        </Stack>
      </Form>
    </Modal>
  );
}
