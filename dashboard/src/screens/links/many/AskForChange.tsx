import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { LIMITS } from '@fairlead/contract/limits';
import { Autocomplete, Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { momentOfInput } from '../form/linkValues.ts';

export type AskedChange = 'addTag' | 'removeTag' | 'expiresAt';

interface AskProps {
  readonly field: AskedChange;
  /** How many links: "5 links". */
  readonly howMany: string;
  /** Tags to suggest. */
  readonly tags: readonly string[];
  readonly onClose: () => void;
  readonly onChange: (change: LinksChange) => void;
}

const TITLES: Readonly<Record<AskedChange, (howMany: string) => string>> = {
  addTag: (howMany) => `Add a tag to ${howMany}`,
  removeTag: (howMany) => `Remove a tag from ${howMany}`,
  expiresAt: (howMany) => `Set the expiry of ${howMany}`,
};

/** Asks which tag or which expiry many links are to get. */
export function AskForChange({ field, howMany, tags, onClose, onChange }: AskProps) {
  const isMoment = field === 'expiresAt';
  const form = useForm({
    initialValues: { value: '' },
    validate: { value: (text) => (isMoment ? faultOfMoment(text) : faultOfTag(text.trim())) },
  });
  const send = ({ value }: { value: string }) => {
    onClose();
    onChange(isMoment ? { expiresAt: momentOfInput(value) } : { [field]: value.trim() });
  };
  return (
    <Modal opened centered onClose={onClose} title={TITLES[field](howMany)}>
      <Form form={form} error={null} onSend={send}>
        {isMoment ? (
          <TextInput
            type="datetime-local"
            label={FIELD_LABELS.expiresAt}
            description="In your time zone. From then on visitors get a “not found” page."
            data-autofocus
            {...form.getInputProps('value')}
          />
        ) : (
          <Autocomplete
            label="Tag"
            data={[...tags]}
            maxLength={LIMITS.tagLength}
            data-autofocus
            {...form.getInputProps('value')}
          />
        )}
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{`Change ${howMany}`}</Button>
        </Group>
      </Form>
    </Modal>
  );
}

export function faultOfTag(tag: string): string | null {
  if (tag === '') return 'Type a tag.';
  return tag.includes(',') ? 'A tag cannot contain a comma.' : null;
}

function faultOfMoment(text: string): string | null {
  return Number.isNaN(Date.parse(text)) ? 'Choose a day and a time.' : null;
}
