import {
  deleteFolder,
  listFolders,
  updateFolder,
} from '@fairlead/contract/operations/dashboard/folders';
import { LIMITS } from '@fairlead/contract/limits';
import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Lock, Pencil, Trash2, Users } from 'lucide-react';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { counted } from '../../../parts/format.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { HistoryIconButton } from '../../../parts/history/History.tsx';
import { Submit } from '../../../parts/form/Submit.tsx';
import { FolderRights } from './FolderRights.tsx';
import type { FolderEntry } from './useFolders.ts';

/** A folder, which can be renamed, given to editors and, once no link is in it, deleted. */
export function FolderRow({ folder }: { readonly folder: FolderEntry }) {
  const [renaming, { open, close }] = useDisclosure(false);
  const [sharing, rights] = useDisclosure(false);
  const params = { projectId: useProjectId(), folderId: folder.id };
  const remove = useWrite(deleteFolder, {
    changes: [listFolders],
    done: `Folder “${folder.name}” deleted.`,
  });
  const ask = () =>
    confirm({
      title: `Delete the folder ${folder.name}?`,
      text: 'No link is in it. Deleted links that were in it can still be restored, to no folder.',
      yes: 'Delete folder',
      onYes: () => remove.mutate({ params }),
    });
  if (renaming) return <RenameFolder folder={folder} onClose={close} />;
  if (sharing) return <FolderRights folder={folder} onClose={rights.close} />;
  return (
    <Group justify="space-between" py="xs" gap="sm" wrap="nowrap" className="row">
      <div style={{ minWidth: 0 }}>
        <Text className="break">
          {folder.locked && <Lock size={14} aria-hidden />} {folder.name}
        </Text>
        <Text size="sm" c="dimmed">
          {folder.links === 0
            ? 'Empty'
            : `${counted(folder.links, 'link', 'links')}; to delete the folder, move them first`}
        </Text>
        {(folder.locked || folder.editors.length > 0) && (
          <Text size="sm" c="dimmed">
            {whoChanges(folder)}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <HistoryIconButton target={{ kind: 'folder', ...folder }} />
        {folder.mayManage && (
          <>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Choose who changes the folder ${folder.name}`}
              onClick={rights.open}
            >
              <Users size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Rename the folder ${folder.name}`}
              onClick={open}
            >
              <Pencil size={16} />
            </ActionIcon>
            {folder.links === 0 && (
              <ActionIcon
                variant="default"
                size={36}
                aria-label={`Delete the folder ${folder.name}`}
                onClick={ask}
              >
                <Trash2 size={16} />
              </ActionIcon>
            )}
          </>
        )}
      </Group>
    </Group>
  );
}

function whoChanges({ locked, editors }: FolderEntry): string {
  const several = counted(editors.length, 'editor', 'editors');
  if (!locked) return several;
  return editors.length === 0
    ? 'Locked: only the owner changes it'
    : `Locked: only the owner and ${several} change it`;
}

interface RenameProps {
  readonly folder: FolderEntry;
  readonly onClose: () => void;
}

function RenameFolder({ folder, onClose }: RenameProps) {
  const params = { projectId: useProjectId(), folderId: folder.id };
  const form = useForm({
    initialValues: { name: folder.name },
    validate: { name: (name) => (name.trim() === '' ? 'Type a name.' : null) },
  });
  const rename = useWrite(updateFolder, {
    quiet: true,
    changes: [listFolders],
    onDone: onClose,
  });
  return (
    <Form form={form} error={rename.error} onSend={(body) => rename.mutate({ params, body })}>
      <TextInput
        label={`New name of ${folder.name}`}
        maxLength={LIMITS.nameLength}
        autoFocus
        {...form.getInputProps('name')}
      />
      <Stack gap="xs" mt="xs">
        <Submit write={rename} onCancel={onClose}>
          Rename folder
        </Submit>
      </Stack>
    </Form>
  );
}
