import { listAuditEntries } from '@fairlead/contract/operations/dashboard/audit';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { History as HistoryIcon } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useProjectId, useRights } from '../../api/project.ts';
import { returnFocus } from '../dialogs/returnFocus.ts';
import { PagedList } from '../PagedList.tsx';
import { Empty } from '../states.tsx';
import { AuditRow } from './AuditRow.tsx';

/** What the audit log calls an object. */
interface Target {
  readonly kind: string;
  readonly id: string;
  /** As people know it now. */
  readonly name: string;
}

/** Opens the history of an object, for those who may read the audit log; undefined for others. */
function useHistory(target: Target): (() => void) | undefined {
  const projectId = useProjectId();
  const { admin } = useRights();
  return admin ? () => showHistory(projectId, target) : undefined;
}

/** An entry in the menu of an object. */
export function HistoryItem({ target }: { readonly target: Target }) {
  const show = useHistory(target);
  return show && <Menu.Item onClick={show}>History…</Menu.Item>;
}

/** A button beside an object that has no menu. */
export function HistoryIconButton({ target }: { readonly target: Target }) {
  const show = useHistory(target);
  return (
    show && (
      <Tooltip label="History" withArrow>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`History of ${target.name}`}
          onClick={show}
        >
          <HistoryIcon size={16} />
        </ActionIcon>
      </Tooltip>
    )
  );
}

interface ButtonProps {
  readonly target: Target;
  readonly label?: string;
}

/** A button among the actions of a page or a card. */
export function HistoryButton({ target, label = 'History' }: ButtonProps) {
  const show = useHistory(target);
  return (
    show && (
      <Button variant="default" leftSection={<HistoryIcon size={16} />} onClick={show}>
        {label}
      </Button>
    )
  );
}

function showHistory(projectId: string, { kind, id, name }: Target): void {
  const params = { projectId };
  const query = { targetKind: kind, targetId: id };
  modals.open({
    title: `History of ${name}`,
    size: 'lg',
    onExitTransitionEnd: returnFocus(),
    children: (
      <PagedList
        // Read anew each time.
        queryKey={[listAuditEntries.id, params, query, Date.now()]}
        load={(page) => call(listAuditEntries, { params, query: { ...query, ...page } })}
        items={(page) => page.entries}
        empty={
          <Empty title="Nothing recorded">
            What people do with it from now on will appear here.
          </Empty>
        }
      >
        {(entry) => <AuditRow key={entry.id} entry={entry} />}
      </PagedList>
    ),
  });
}
