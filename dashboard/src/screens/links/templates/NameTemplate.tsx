import {
  createLinkTemplate,
  type LinkTemplate,
  type LinkTemplateFields,
  listLinkTemplates,
  updateLinkTemplate,
} from '@fairlead/contract/operations/dashboard/linkTemplates';
import { LIMITS } from '@fairlead/contract/limits';
import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { Submit } from '../../../parts/form/Submit.tsx';

interface NameTemplateProps {
  /** The template that gets another name, or what a new one has. */
  readonly named: LinkTemplate | { readonly fields: LinkTemplateFields };
  readonly onClose: () => void;
}

/** Asks for the name of a template. */
export function NameTemplate({ named, onClose }: NameTemplateProps) {
  const params = { projectId: useProjectId() };
  const form = useForm({
    initialValues: { name: 'id' in named ? named.name : '' },
    validate: { name: (name) => (name.trim() === '' ? 'Type a name.' : null) },
  });
  const saved = { quiet: true, changes: [listLinkTemplates], onDone: onClose } as const;
  const create = useWrite(createLinkTemplate, { ...saved, done: 'Template saved.' });
  const rename = useWrite(updateLinkTemplate, { ...saved, done: 'Template renamed.' });
  const write = 'id' in named ? rename : create;
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={'id' in named ? `Rename the template ${named.name}` : 'Save as template'}
    >
      <Form
        form={form}
        error={write.error}
        onSend={({ name }) => {
          if ('id' in named) {
            rename.mutate({ params: { ...params, templateId: named.id }, body: { name } });
          } else create.mutate({ params, body: { name, fields: named.fields } });
        }}
      >
        <Stack>
          <TextInput
            label="Name of the template"
            description={
              'id' in named
                ? undefined
                : 'It keeps all fields but slug and external ID, for the whole team. In a destination, {product} in braces is a place to fill in.'
            }
            maxLength={LIMITS.nameLength}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Submit write={write} onCancel={onClose}>
            {'id' in named ? 'Rename template' : 'Save template'}
          </Submit>
        </Stack>
      </Form>
    </Modal>
  );
}
