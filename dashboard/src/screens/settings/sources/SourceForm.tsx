import {
  createEventSource,
  type EventSource,
  type EventSourceKind,
  listEventSources,
  updateEventSource,
} from '@fairlead/contract/operations/dashboard/eventSources';
import { JsonInput, PasswordInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { Submit } from '../../../parts/form/Submit.tsx';
import {
  bodyOf,
  checkJson,
  KIND_LABELS,
  LINE_LABELS,
  LINES,
  SECRET_LABELS,
  valuesOf,
} from './sourceValues.ts';

interface SourceFormProps {
  /** The one that is changed; absent: a new one. */
  readonly source?: EventSource;
  readonly onClose: () => void;
}

/** Adds a source, or changes one. Its kind stays. */
export function SourceForm({ source, onClose }: SourceFormProps) {
  const params = { projectId: useProjectId() };
  const form = useForm({
    initialValues: valuesOf(source),
    validate: { mapping: (text, { kind }) => (kind === 'custom' ? checkJson(text) : null) },
  });
  const after = { quiet: true, changes: [listEventSources], onDone: onClose };
  const create = useWrite(createEventSource, { ...after, done: 'Source added.' });
  const update = useWrite(updateEventSource, { ...after, done: 'Saved.' });
  const write = source === undefined ? create : update;
  const { kind } = form.values;
  return (
    <Form
      form={form}
      error={write.error}
      fieldFor={(path) =>
        kind === 'custom' && path.startsWith('settings') ? 'mapping' : undefined
      }
      onSend={(values) => {
        const body = bodyOf(values, source);
        if (source === undefined) return create.mutate({ params, body: { ...body, kind } });
        update.mutate({ params: { ...params, sourceId: source.id }, body });
      }}
    >
      <Stack>
        {source === undefined && (
          <Select
            label="Service"
            data={Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
        )}
        <TextInput label="Name" required {...form.getInputProps('name')} />
        {LINES[kind].map((field) => (
          <TextInput
            key={field}
            label={LINE_LABELS[field]}
            required
            {...form.getInputProps(field)}
          />
        ))}
        {kind === 'custom' && (
          <JsonInput
            label="Mapping"
            description="Where in its messages everything is; the documentation explains each part."
            autosize
            minRows={8}
            maxRows={20}
            {...form.getInputProps('mapping')}
          />
        )}
        <SecretInput kind={kind} isSet={source !== undefined} {...form.getInputProps('secret')} />
        <Switch
          label="Everything it sends is a test"
          description="Its events are stored, and left out of every number."
          {...form.getInputProps('testOnly', { type: 'checkbox' })}
        />
        <Submit write={write} onCancel={onClose}>
          {source === undefined ? 'Add source' : 'Save source'}
        </Submit>
      </Stack>
    </Form>
  );
}

interface SecretInputProps {
  readonly kind: EventSourceKind;
  readonly isSet: boolean;
}

function SecretInput({ kind, isSet, ...input }: SecretInputProps) {
  const label = SECRET_LABELS[kind];
  if (label === undefined) return null;
  return (
    <PasswordInput
      label={label}
      description={
        isSet
          ? 'Leave it empty to keep the one that is set.'
          : 'What the service signs with. It is not shown again.'
      }
      autoComplete="off"
      required={!isSet}
      {...input}
    />
  );
}
