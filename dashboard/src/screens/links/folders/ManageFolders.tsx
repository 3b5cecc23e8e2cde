import { createFolder, listFolders } from '@fairlead/contract/operations/dashboard/folders';
import { LIMITS } from '@fairlead/contract/limits';
import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Folder } from 'lucide-react';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { Submit } from '../../../parts/form/Submit.tsx';
import { FolderRow } from './FolderRow.tsx';
import { useFolders } from './useFolders.ts';

/** The button that opens the project's folders: to create, rename and delete them. */
export function ManageFolders() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Folder size={16} />} onClick={open}>
        Folders
      </Button>
      <Modal opened={opened} onClose={close} title="Folders" centered>
        <FolderList />
      </Modal>
    </>
  );
}

function FolderList() {
  const folders = useFolders() ?? [];
  return (
    <Stack>
      <NewFolder />
      {folders.length === 0 && (
        <Text size="sm" c="dimmed">
          No folders yet. A link can be in one folder; choose links in the list to move them.
        </Text>
      )}
      <Stack gap={0}>
        {folders.map((folder) => (
          <FolderRow key={folder.id} folder={folder} />
        ))}
      </Stack>
    </Stack>
  );
}

function NewFolder() {
  const params = { projectId: useProjectId() };
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Type a name.' : null) },
  });
  const create = useWrite(createFolder, {
    quiet: true,
    changes: [listFolders],
    done: ({ name }) => `Folder “${name}” created.`,
    onDone: () => form.reset(),
  });
  return (
    <Form form={form} error={create.error} onSend={(body) => create.mutate({ params, body })}>
      <TextInput
        label="New folder"
        maxLength={LIMITS.nameLength}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Stack gap="xs" mt="xs">
        <Submit write={create}>Create folder</Submit>
      </Stack>
    </Form>
  );
}
