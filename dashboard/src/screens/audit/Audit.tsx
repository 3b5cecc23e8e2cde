import { listAuditEntries } from '@fairlead/contract/operations/dashboard/audit';
import { call } from '../../api/call.ts';
import { useProjectId } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { AuditRow } from '../../parts/history/AuditRow.tsx';
import { Page } from '../../parts/Page.tsx';
import { PagedList } from '../../parts/PagedList.tsx';
import { Empty } from '../../parts/states.tsx';

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
          {(entry) => <AuditRow key={entry.id} entry={entry} />}
        </PagedList>
      </Card>
    </Page>
  );
}
