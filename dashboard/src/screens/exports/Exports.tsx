import { listExports } from '@fairlead/contract/operations/exports';
import { getPlanUsage } from '@fairlead/contract/operations/dashboard/plan';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Page } from '../../parts/Page.tsx';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { ExportRow, isRunning } from './ExportRow.tsx';
import { StartExport } from '../links/list/StartExport.tsx';

/** Milliseconds between refreshes of the list while an export is in progress. */
const LOOK_AGAIN = 1000;

export function Exports() {
  const projectId = useProjectId();
  const params = { projectId };
  const plan = useQuery(ask(getPlanUsage, { params }));
  const exports = useQuery({
    ...ask(listExports, { params }),
    refetchInterval: ({ state }) => (state.data?.data.exports.some(isRunning) ? LOOK_AGAIN : false),
  });
  const allowed = plan.data?.plan.exports !== false;
  return (
    <Page
      title="Exports"
      about="A CSV file with a row for each link and its numbers. To narrow it, set filters on the Links page and export from there. For a row for each click, choose Clicks as CSV where Analytics or the page of a link saves its chart."
      actions={allowed && <StartExport filters={{}} />}
    >
      {!allowed && (
        <Alert
          color="yellow"
          title={plan.data?.sold ? 'Exports belong to paid plans' : 'No exports on this plan'}
        >
          {`The plan ${plan.data?.plan.name} has none. `}
          <TextLink to="/p/$projectId/plan" params={params}>
            See the plan
          </TextLink>
        </Alert>
      )}
      <Card>
        <Loaded query={exports} waiting={<Waiting rows={3} height={64} />}>
          {({ data }) =>
            data.exports.length === 0 ? (
              <Empty
                title="No exports yet"
                action={
                  <ButtonLink to="/p/$projectId/links" params={params} variant="default">
                    Go to links
                  </ButtonLink>
                }
              >
                Files are listed here for as long as they can be downloaded.
              </Empty>
            ) : (
              data.exports.map((item) => <ExportRow key={item.jobId} item={item} />)
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
