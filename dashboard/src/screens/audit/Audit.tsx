import { listAuditEntries, type AuditEntry } from '@fairlead/contract/operations/dashboard/audit';
import { Code, Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import { useProjectId } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { Page } from '../../parts/Page.tsx';
import { PagedList } from '../../parts/PagedList.tsx';
import { Row } from '../../parts/Row.tsx';
import { Empty } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';

export function Audit() {
  const params = { projectId: useProjectId() };
  return (
    <Page title="Audit log" about="Who changed what, and when. Newest first.">
      <Card>
        <PagedList
          queryKey={[listAuditEntries.id, params]}
          load={(query) => call(listAuditEntries, { params, query })}
          items={(page) => page.entries}
          empty={
            <Empty title="No entries yet">Every change in this project is recorded here.</Empty>
          }
        >
          {(entry) => <Entry key={entry.id} entry={entry} />}
        </PagedList>
      </Card>
    </Page>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const details = Object.keys(entry.details).length > 0;
  return (
    <Row
      actions={
        <Text size="sm" c="dimmed" component="div">
          <When at={entry.at} />
        </Text>
      }
    >
      <Text size="sm" className="break">
        <b>{entry.actor.name}</b> {actionText(entry.action)}
        {!ALONE.has(entry.action) && <b> {entry.target.name}</b>}
      </Text>
      {details && (
        <details className="details">
          <summary>Details</summary>
          <Code block tabIndex={0} style={{ overflow: 'auto' }}>
            {JSON.stringify(entry.details, null, 2)}
          </Code>
        </details>
      )}
    </Row>
  );
}

/** Actions whose actor is also their subject. */
const ALONE: ReadonlySet<string> = new Set(['member.joined', 'member.left']);

const WORDS: Readonly<Record<string, string>> = {
  'member.joined': 'joined the project',
  'member.left': 'left the project',
  'domain.addresses': 'changed where visitors without a link go on',
  'domain.primary': 'changed the primary domain to',
  'invitation.linkShown': 'viewed the link of the invitation for',
  'test_code.created': 'made a test code for the link',
  'test_code.ended': 'ended a test code for the link',
  'links.created': 'created links:',
  'links.deleted': 'deleted links:',
  'links.updated': 'changed links:',
};

/** "link.created" becomes "created the link". */
function actionText(action: string): string {
  const known = WORDS[action];
  if (known !== undefined) return known;
  const [noun = '', verb = ''] = action.split('.');
  const spaced = (text: string) =>
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase();
  return verb === '' ? spaced(noun) : `${spaced(verb)} the ${spaced(noun)}`;
}
