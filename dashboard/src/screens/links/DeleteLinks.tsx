import {
  deleteProjectLinks,
  listProjectLinks,
} from '@fairlead/contract/operations/dashboard/links';
import { Button, Group } from '@mantine/core';
import { useProjectId } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { confirm } from '../../parts/confirm.tsx';
import { counted } from '../../parts/format.ts';

/** What can be done to the chosen links. */
export function DeleteLinks({
  chosen,
  onDone,
}: {
  readonly chosen: ReadonlySet<string>;
  readonly onDone: () => void;
}) {
  const projectId = useProjectId();
  const remove = useWrite(deleteProjectLinks, {
    changes: [listProjectLinks],
    done: ({ deleted }) => `${counted(deleted, 'link', 'links')} deleted.`,
    onDone,
  });
  const words = counted(chosen.size, 'link', 'links');
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onDone}>
        Clear the selection
      </Button>
      <Button
        size="xs"
        color="red"
        loading={remove.isPending}
        onClick={() =>
          confirm({
            title: `Delete ${words}?`,
            text: 'Visitors get a “not found” page from then on, also from printed QR codes. This cannot be undone.',
            yes: `Delete ${words}`,
            onYes: () => remove.mutate({ params: { projectId }, body: { ids: [...chosen] } }),
          })
        }
      >
        {`Delete ${words}`}
      </Button>
    </Group>
  );
}
