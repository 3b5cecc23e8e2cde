import {
  deleteLinkView,
  type LinkView,
  listLinkViews,
} from '@fairlead/contract/operations/dashboard/linkViews';
import { Button, Menu } from '@mantine/core';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useProjectId, useRights } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { HistoryItem } from '../../../parts/history/History.tsx';
import { NameView } from './NameView.tsx';
import { useLinkViews, type ViewContent } from './openedView.ts';

interface ViewsMenuProps {
  readonly view: LinkView | undefined;
  readonly now: ViewContent;
  /** Undefined: no view, and all links. */
  readonly onOpen: (view: LinkView | undefined) => void;
}

/** Opens saved views, and saves what the list shows as one. */
export function ViewsMenu({ view, now, onOpen }: ViewsMenuProps) {
  const projectId = useProjectId();
  const { admin } = useRights();
  const views = useLinkViews().data?.views ?? [];
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const remove = useWrite(deleteLinkView, {
    changes: [listLinkViews],
    done: 'View deleted.',
    onDone: () => onOpen(undefined),
  });
  const groups = [
    { label: 'Of the team', views: views.filter(({ team }) => team) },
    { label: 'Yours', views: views.filter(({ team }) => !team) },
  ];
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Bookmark size={16} />}
            rightSection={<ChevronDown size={14} />}
            maw={240}
          >
            {view === undefined ? 'Views' : view.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="scroll-menu">
          {groups.map((group) => (
            <Group key={group.label} {...group} opened={view} onOpen={onOpen} />
          ))}
          {view !== undefined && (
            <Menu.Item onClick={() => onOpen(undefined)}>Leave this view</Menu.Item>
          )}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setNaming('new')}>Save as a view…</Menu.Item>
          {view?.team === true && (
            <HistoryItem target={{ kind: 'view', id: view.id, name: view.name }} />
          )}
          {view !== undefined && (admin || !view.team) && (
            <>
              <Menu.Item onClick={() => setNaming('rename')}>Rename this view…</Menu.Item>
              <Menu.Item
                onClick={() =>
                  confirm({
                    title: `Delete the view ${view.name}?`,
                    text: view.team
                      ? 'It is gone for the whole team. The links stay.'
                      : 'The links stay.',
                    yes: 'Delete view',
                    onYes: () => remove.mutate({ params: { projectId, viewId: view.id } }),
                  })
                }
              >
                Delete this view…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming !== undefined && (
        <NameView
          view={naming === 'rename' ? view : undefined}
          now={now}
          onClose={() => setNaming(undefined)}
          onSaved={onOpen}
        />
      )}
    </>
  );
}

interface GroupProps {
  readonly label: string;
  readonly views: readonly LinkView[];
  readonly opened: LinkView | undefined;
  readonly onOpen: (view: LinkView) => void;
}

function Group({ label, views, opened, onOpen }: GroupProps) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          aria-current={view.id === opened?.id ? 'true' : undefined}
          fw={view.id === opened?.id ? 600 : undefined}
          onClick={() => onOpen(view)}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  );
}
