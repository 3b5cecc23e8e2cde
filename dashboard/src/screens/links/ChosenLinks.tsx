import {
  deleteProjectLinks,
  listProjectLinks,
  type ProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { Button, CopyButton, Group } from '@mantine/core';
import { useProjectId } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { confirm } from '../../parts/confirm.tsx';
import { counted } from '../../parts/format.ts';
import { showUndo } from '../../parts/showUndo.tsx';
import { useRestore } from './useRestore.ts';

/** What can be done to the chosen links. */
export function ChosenLinks({
  links,
  onDone,
}: {
  readonly links: readonly ProjectLink[];
  readonly onDone: () => void;
}) {
  const projectId = useProjectId();
  const restore = useRestore();
  const remove = useWrite(deleteProjectLinks, {
    changes: [listProjectLinks],
    onDone: ({ deleted }) => {
      const ids = links.map(({ id }) => id);
      showUndo(`${counted(deleted, 'link', 'links')} deleted.`, () => restore(ids));
      onDone();
    },
  });
  const words = counted(links.length, 'link', 'links');
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onDone}>
        Clear selection
      </Button>
      <CopyButton value={links.map(({ shortUrl }) => shortUrl).join('\n')}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy short links'}
          </Button>
        )}
      </CopyButton>
      <Button
        size="xs"
        color="red"
        loading={remove.isPending}
        onClick={() =>
          confirm({
            title: `Delete ${words}?`,
            text: 'Visitors then get a “not found” page, also from printed QR codes. You can undo it for a few seconds.',
            yes: `Delete ${words}`,
            onYes: () =>
              remove.mutate({ params: { projectId }, body: { ids: links.map(({ id }) => id) } }),
          })
        }
      >
        {`Delete ${words}`}
      </Button>
    </Group>
  );
}
