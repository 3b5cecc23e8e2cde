import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useProjectId, useRights } from '../../api/project.ts';
import { Card } from '../../parts/Card.tsx';
import { count, counted } from '../../parts/format.ts';
import { TextLink } from '../../parts/links.tsx';
import { useVerifiedHosts } from '../links/form/useVerifiedHosts.ts';
import type { ImportSetup } from './importSetup.ts';
import { Losses } from './Losses.tsx';
import { ReportTable } from './ReportTable.tsx';
import type { ImportReport } from './runSetup.ts';
import { SaveReport } from './SaveReport.tsx';

interface PlanProps {
  readonly setup: ImportSetup;
  readonly report: ImportReport;
  readonly onBack: () => void;
  readonly onImport: () => void;
}

/** The dry run: what each row would become, and what would be lost. */
export function ImportPlan({ setup, report, onBack, onImport }: PlanProps) {
  const { admin } = useRights();
  const { rows, created, existing, refused, skipped } = report.counts;
  return (
    <>
      <Card
        title="What the import will do"
        about="Nothing has been created yet."
        actions={<SaveReport setup={setup} report={report} name="preview" />}
      >
        <Stack>
          <Text aria-live="polite">
            {`${counted(rows, 'row', 'rows')}: ${counted(created, 'link', 'links')} to create`}
            {existing > 0 && `, ${count(existing)} already there`}
            {refused > 0 && `, ${count(refused)} refused`}
            {skipped > 0 && `, ${count(skipped)} skipped`}.
          </Text>
          {report.problem !== undefined && (
            <Alert color="red" role="alert" title="Why it stopped" className="break">
              {report.problem}
            </Alert>
          )}
          {setup.domain === null && <ForeignHosts report={report} />}
          {report.unknown.length > 0 && (
            <Alert color="yellow" className="break">
              {`Not imported, because it is not known what they are: ${report.unknown.join(', ')}. To say what these columns are, go back and choose “Any CSV file” as the source.`}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onBack}>
              Back
            </Button>
            {admin && (
              <Button disabled={created === 0} onClick={onImport}>
                {`Import ${counted(created, 'link', 'links')}`}
              </Button>
            )}
          </Group>
        </Stack>
      </Card>
      <Losses report={report} />
      <ReportTable report={report} />
    </>
  );
}

/** Domains in the file that do not belong to the project, whose rows the server refuses. */
function ForeignHosts({ report }: { readonly report: ImportReport }) {
  const projectId = useProjectId();
  const own = useVerifiedHosts();
  if (own === undefined) return null;
  const foreign = new Map<string, number>();
  for (const { status, origin } of report.rows) {
    const [host = '', path] = origin.split('/');
    if (status !== 'refused' || host === '' || path === undefined || own.includes(host)) continue;
    foreign.set(host, (foreign.get(host) ?? 0) + 1);
  }
  if (foreign.size === 0) return null;
  const named = [...foreign].map(([host, links]) => `${host} (${counted(links, 'link', 'links')})`);
  return (
    <Alert color="red" role="alert" title="Not a verified domain of this project">
      <Text size="sm" className="break">
        {`${named.join(', ')}: these rows will be refused. Add and verify the domain under `}
        <TextLink to="/p/$projectId/domains" params={{ projectId }}>
          Domains
        </TextLink>
        , or go back and choose one domain for all links.
      </Text>
    </Alert>
  );
}
