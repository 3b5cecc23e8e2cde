import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { Button, Group, Modal, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { useLinkRights } from './useFolders.ts';

interface AskProps {
  /** How many links: "5 links". */
  readonly howMany: string;
  readonly onClose: () => void;
  readonly onChange: (change: LinksChange) => void;
}

const NONE = 'none';

/** Asks which folder many links are to be in. */
export function AskForFolder({ howMany, onClose, onChange }: AskProps) {
  const rights = useLinkRights();
  const folders = rights?.folders ?? [];
  const form = useForm<{ folder: string | null }>({
    initialValues: { folder: null },
    validate: { folder: (id) => (id === null ? 'Choose a folder.' : null) },
  });
  const send = ({ folder }: { folder: string | null }) => {
    onClose();
    onChange({ folder: folder === NONE ? null : folder });
  };
  return (
    <Modal opened centered onClose={onClose} title={`Move ${howMany} to a folder`}>
      <Form form={form} error={null} onSend={send}>
        <Select
          label={FIELD_LABELS.folder}
          data={[
            ...folders.map(({ id, name }) => ({ value: id, label: name })),
            ...(rights?.outside === true ? [{ value: NONE, label: 'No folder' }] : []),
          ]}
          searchable
          placeholder="Choose a folder"
          data-autofocus
          {...form.getInputProps('folder')}
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{`Move ${howMany}`}</Button>
        </Group>
      </Form>
    </Modal>
  );
}
