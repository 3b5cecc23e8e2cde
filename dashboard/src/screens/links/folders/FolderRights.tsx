import { listFolders, updateFolder } from '@fairlead/contract/operations/dashboard/folders';
import { listMembers } from '@fairlead/contract/operations/dashboard/members';
import { LIMITS } from '@fairlead/contract/limits';
import { Checkbox, MultiSelect, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { Form } from '../../../parts/form/Form.tsx';
import { Submit } from '../../../parts/form/Submit.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import type { FolderEntry } from './useFolders.ts';

interface FolderRightsProps {
  readonly folder: FolderEntry;
  readonly onClose: () => void;
}

/** Sets who changes the links of a folder. */
export function FolderRights({ folder, onClose }: FolderRightsProps) {
  const projectId = useProjectId();
  const params = { projectId, folderId: folder.id };
  const members = useQuery(ask(listMembers, { params: { projectId } }));
  const form = useForm({ initialValues: { editors: folder.editors, locked: folder.locked } });
  const save = useWrite(updateFolder, {
    quiet: true,
    changes: [listFolders],
    done: `Rights of “${folder.name}” saved.`,
    onDone: onClose,
  });
  return (
    <Loaded query={members} waiting={<Waiting rows={2} height={56} />}>
      {({ members: all }) => (
        <Form form={form} error={save.error} onSend={(body) => save.mutate({ params, body })}>
          <Stack py="xs">
            <MultiSelect
              label={`Editors of ${folder.name}`}
              description="They create links in this folder and change them, even if they only have view access to the project. The owner can always do so."
              data={all
                .filter(({ role }) => role !== 'owner')
                .map(({ userId, name, email }) => ({ value: userId, label: `${name} (${email})` }))}
              searchable
              nothingFoundMessage="No such member. Invite people under Members."
              maxValues={LIMITS.folderEditors}
              {...form.getInputProps('editors')}
            />
            <Checkbox
              label="Locked"
              description="Only the owner and the editors change this folder and its links. Other admins do not."
              {...form.getInputProps('locked', { type: 'checkbox' })}
            />
            <Submit write={save} onCancel={onClose}>
              Save rights
            </Submit>
          </Stack>
        </Form>
      )}
    </Loaded>
  );
}
