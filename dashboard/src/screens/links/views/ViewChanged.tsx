import {
  type LinkView,
  listLinkViews,
  updateLinkView,
} from '@fairlead/contract/operations/dashboard/linkViews';
import { Button, Group, Text } from '@mantine/core';
import { useProjectId, useRights } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import type { ViewContent } from './openedView.ts';

interface ViewChangedProps {
  readonly view: LinkView;
  readonly now: ViewContent;
  readonly onReset: () => void;
}

/** The list is no longer what its view says: to be saved, or taken back. */
export function ViewChanged({ view, now, onReset }: ViewChangedProps) {
  const projectId = useProjectId();
  const { admin } = useRights();
  const save = useWrite(updateLinkView, { changes: [listLinkViews], done: 'View saved.' });
  return (
    <Group gap="xs" role="group" aria-label="Changed view">
      <Text size="sm">{`The view “${view.name}” is changed.`}</Text>
      {(admin || !view.team) && (
        <Button
          size="xs"
          variant="default"
          loading={save.isPending}
          onClick={() => save.mutate({ params: { projectId, viewId: view.id }, body: now })}
        >
          Save view
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={onReset}>
        Reset
      </Button>
    </Group>
  );
}
