import { type ReplacedField, REPLACED_FIELDS } from '@fairlead/contract/destinationFields';
import { LIMITS } from '@fairlead/contract/limits';
import type {
  LinksChange,
  ReplaceText as Replacement,
} from '@fairlead/contract/operations/dashboard/linkBulk';
import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { counted } from '../../../parts/format.ts';
import { FormError } from '../../../parts/states.tsx';
import { countOf, type MeantLinks } from './changeLinks.ts';
import { PreviewProgress, ReplacementPreview } from './ReplacementPreview.tsx';
import { usePreview } from './usePreview.ts';

interface ReplaceProps {
  readonly meant: MeantLinks;
  readonly onClose: () => void;
  readonly onChange: (change: LinksChange) => void;
}

interface Values {
  find: string;
  replaceBy: string;
  fields: ReplacedField[];
  inRules: boolean;
}

/** Asks for a text in destinations and another for it, and shows what comes of it before it is done. */
export function ReplaceText({ meant, onClose, onChange }: ReplaceProps) {
  const { state, start, stop, forget } = usePreview(meant);
  const form = useForm<Values>({
    initialValues: { find: '', replaceBy: '', fields: ['fallbackUrl'], inRules: false },
    validate: {
      find: (text) => (text === '' ? 'Type what to look for.' : null),
      fields: (chosen) => (chosen.length === 0 ? 'Choose at least one.' : null),
    },
    // What was shown is not what would be done any longer.
    onValuesChange: forget,
  });
  const howMany = counted(countOf(meant), 'link', 'links');
  const outcome = state.kind === 'shown' ? state.outcome : undefined;
  const error = state.kind === 'failed' ? state.error : null;
  const send = (values: Values) => {
    const replaceText: Replacement = values;
    if (outcome === undefined) {
      void start({ replaceText });
      return;
    }
    onClose();
    onChange({ replaceText });
  };
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={close}
      title={`Replace in the destinations of ${howMany}`}
    >
      <Form form={form} error={error} onSend={send}>
        <Stack>
          <Fields form={form} />
          {state.kind === 'running' && <PreviewProgress done={state.done} total={countOf(meant)} />}
          {outcome && <ReplacementPreview outcome={outcome} />}
          <FormError error={error} />
          <Group justify="flex-end" gap="xs" className="dialog-footer">
            <Button variant="default" onClick={state.kind === 'running' ? stop : close}>
              {state.kind === 'running' ? 'Stop' : 'Cancel'}
            </Button>
            <Button
              type="submit"
              loading={state.kind === 'running'}
              disabled={outcome?.changed.length === 0}
            >
              {outcome === undefined
                ? 'Preview'
                : `Change ${counted(outcome.changed.length, 'link', 'links')}`}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

function Fields({ form }: { readonly form: UseFormReturnType<Values> }) {
  const text = { maxLength: LIMITS.destinationLength, autoComplete: 'off', spellCheck: false };
  return (
    <>
      <TextInput
        label="Find"
        description="The text as it is written, with capitals and small letters."
        {...text}
        data-autofocus
        {...form.getInputProps('find')}
      />
      <TextInput
        label="Replace with"
        description="Empty: the text is removed."
        {...text}
        {...form.getInputProps('replaceBy')}
      />
      <Checkbox.Group label="In" {...form.getInputProps('fields')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={8} mt={4}>
          {REPLACED_FIELDS.map((field) => (
            <Checkbox
              key={field}
              value={field}
              label={
                field === 'expiredUrl' ? 'Destination once it has expired' : FIELD_LABELS[field]
              }
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Checkbox
        label="Also where rules and experiments lead"
        {...form.getInputProps('inRules', { type: 'checkbox' })}
      />
    </>
  );
}
