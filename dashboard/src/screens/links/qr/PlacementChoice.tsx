import {
  getProjectLink,
  listProjectLinks,
  type ProjectLink,
  updateProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { LIMITS } from '@fairlead/contract/limits';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { useMayEdit } from '../folders/useFolders.ts';
import { useForm } from '@mantine/form';
import { Form } from '../../../parts/form/Form.tsx';
import { confirm } from '../../../parts/dialogs/confirm.tsx';

interface PlacementChoiceProps {
  readonly link: Pick<ProjectLink, 'id' | 'placements' | 'folder'>;
  /** Code of the placement; null: none. */
  readonly value: string | null;
  readonly onChange: (code: string | null) => void;
}

/** Where the code is to be printed: each place has a code of its own, so that its scans are counted by themselves. */
export function PlacementChoice({ link, value, onChange }: PlacementChoiceProps) {
  const { id, placements } = link;
  const params = { projectId: useProjectId(), linkId: id };
  const mayEdit = useMayEdit(link);
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Say where it is printed' : null) },
  });
  const changes = [getProjectLink, listProjectLinks];
  const add = useWrite(updateProjectLink, {
    quiet: true,
    changes,
    onDone: (link) => {
      form.reset();
      onChange(link.placements.at(-1)?.code ?? null);
    },
  });
  const remove = useWrite(updateProjectLink, {
    changes,
    done: 'Placement removed.',
    onDone: () => onChange(null),
  });
  const chosen = placements.find(({ code }) => code === value);
  const others = placements.filter((each) => each !== chosen);
  return (
    <Stack gap="xs" mb="md">
      <Group align="flex-end" gap="xs">
        <Select
          label="Where it is printed"
          placeholder="Nowhere in particular"
          data={placements.map(({ name: label, code = '' }) => ({ value: code, label }))}
          value={value}
          onChange={onChange}
          clearable
          flex="1 1 14rem"
        />
        {mayEdit && chosen !== undefined && (
          <Button
            variant="subtle"
            color="red"
            onClick={() =>
              confirm({
                title: `Remove the placement ${chosen.name}?`,
                text: 'Codes that are printed lead on, and count as those of no placement. What was counted stays.',
                yes: 'Remove placement',
                onYes: () => remove.mutate({ params, body: { placements: others } }),
              })
            }
          >
            Remove placement
          </Button>
        )}
      </Group>
      {mayEdit && placements.length < LIMITS.placementsPerLink && (
        <Form
          form={form}
          error={add.error}
          fieldFor={(path) => (path.startsWith('placements') ? 'name' : undefined)}
          onSend={({ name }) =>
            add.mutate({ params, body: { placements: [...placements, { name }] } })
          }
        >
          <Group align="flex-end" gap="xs">
            <TextInput
              label="New placement"
              placeholder="Poster in Berlin"
              maxLength={LIMITS.placementNameLength}
              {...form.getInputProps('name')}
              flex="1 1 14rem"
            />
            <Button type="submit" variant="default" loading={add.isPending}>
              Add placement
            </Button>
          </Group>
        </Form>
      )}
      <Text size="xs" c="dimmed">
        Scans of each placement are counted by its name, in Analytics under “How they came”.
      </Text>
    </Stack>
  );
}
