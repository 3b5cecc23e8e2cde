import {
  type LinkChange,
  listLinkHistory,
  revertLinkChange,
} from '@fairlead/contract/operations/dashboard/linkHistory';
import {
  getProjectLink,
  listProjectLinks,
  type ProjectLink,
  updateProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { LIMITS } from '@fairlead/contract/limits';
import { Button, Text } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useWrite } from '../../../api/queries.ts';
import { Card } from '../../../parts/Card.tsx';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { showUndo } from '../../../parts/dialogs/showUndo.tsx';
import { absoluteTime } from '../../../parts/format.ts';
import { PagedList } from '../../../parts/PagedList.tsx';
import { Row } from '../../../parts/Row.tsx';
import { Empty } from '../../../parts/states.tsx';
import { When } from '../../../parts/When.tsx';
import { useMayEdit } from '../folders/useFolders.ts';
import { HistoryButton } from '../../../parts/history/History.tsx';
import { needsApproval, usePrintedChange } from '../printed/usePrintedChange.ts';
import { BeforeAndAfter, ChangeSentence, FieldsBefore } from './changeSentences.tsx';
import type { LinkParams } from './useLiveClicks.ts';

interface HistoryProps {
  readonly params: LinkParams;
  readonly link: ProjectLink;
}

/** Who changed the link, from what to what, with a button that reverts each change. */
export function LinkHistory({ params, link }: HistoryProps) {
  return (
    <Card
      title="History"
      about={`Who changed this link. Its last ${LIMITS.linkChanges} changes are kept.`}
      actions={
        <HistoryButton
          label="Audit log"
          target={{ kind: 'link', id: link.id, name: link.name ?? link.slug }}
        />
      }
    >
      <PagedList
        // Another list after each change, whoever made it.
        queryKey={[listLinkHistory.id, params, link.updatedAt]}
        load={(query) => call(listLinkHistory, { params, query })}
        items={(page) => page.changes}
        empty={
          <Empty title="No changes yet">
            The first change of this link will appear here, with the values before it.
          </Empty>
        }
      >
        {(change) => <ChangeRow key={change.id} change={change} params={params} link={link} />}
      </PagedList>
    </Card>
  );
}

function ChangeRow({ change, params, link }: HistoryProps & { readonly change: LinkChange }) {
  const mayEdit = useMayEdit(link);
  const { at, author, fields } = change;
  const left = fieldsLeft(change, link);
  return (
    <Row
      actions={
        mayEdit &&
        left.length > 0 && <Revert change={change} params={params} link={link} fields={left} />
      }
    >
      {fields.map((field) => (
        <Text key={field.field} size="sm" className="break">
          <b>{author.name}</b>
          {author.kind === 'key' && ' (API key)'} <ChangeSentence change={field} />
        </Text>
      ))}
      <Text size="sm" c="dimmed" component="div">
        <When at={at} />
      </Text>
      <BeforeAndAfter fields={fields} />
    </Row>
  );
}

/** The fields that reverting would change: not those that have their values before again. */
function fieldsLeft({ fields }: LinkChange, link: ProjectLink): LinkChange['fields'] {
  const now = new Map<string, unknown>(Object.entries(link));
  return fields.filter(
    ({ field, before }) => JSON.stringify(now.get(field)) !== JSON.stringify(before),
  );
}

interface RevertProps extends HistoryProps {
  readonly change: LinkChange;
  readonly fields: LinkChange['fields'];
}

function Revert({ change, params, fields, link }: RevertProps) {
  const changes = [getProjectLink, listProjectLinks];
  const again = useWrite(updateProjectLink, { changes, done: 'The change is back.' });
  const body = Object.fromEntries(fields.map(({ field, after }) => [field, after]));
  const earlier = Object.fromEntries(fields.map(({ field, before }) => [field, before]));
  const printed = usePrintedChange(link.id);
  const revert = useWrite(revertLinkChange, {
    changes,
    onDone: () => showUndo('The change was reverted.', () => again.mutate({ params, body })),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={revert.isPending || printed.isPending}
      aria-label={`Revert the change of ${absoluteTime(change.at)}`}
      onClick={() => {
        if (needsApproval(link, earlier)) {
          void printed.propose(earlier);
          return;
        }
        confirm({
          title: 'Revert this change?',
          text: <FieldsBefore fields={fields} />,
          yes: 'Revert',
          harmless: true,
          onYes: () => revert.mutate({ params: { ...params, changeId: change.id } }),
        });
      }}
    >
      Revert…
    </Button>
  );
}
