import {
  type DomainFinding,
  type DomainReport,
  examineDomain,
  listDomainReports,
} from '@fairlead/contract/operations/doctor';
import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId, useRights } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { counted } from '../../parts/format.ts';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';

const SEVERITIES = {
  problem: { label: 'Problem', color: 'red' },
  warning: { label: 'Warning', color: 'yellow' },
  info: { label: 'Note', color: 'gray' },
} as const;

/** What keeps the domain from working on people’s phones, and what did before. */
export function DomainDoctor({ domainId }: { readonly domainId: string }) {
  const params = { projectId: useProjectId(), domainId };
  const { admin } = useRights();
  const reports = useQuery(ask(listDomainReports, { params }));
  const examine = useWrite(examineDomain, { changes: [listDomainReports] });
  return (
    <Stack gap="sm" mt="lg">
      <Group justify="space-between" gap="sm">
        <Title order={3}>Check-up</Title>
        {admin && (
          <Button
            size="sm"
            variant="default"
            loading={examine.isPending}
            onClick={() => examine.mutate({ params })}
          >
            Check now
          </Button>
        )}
      </Group>
      <Loaded query={reports} waiting={<Waiting rows={1} height={72} />}>
        {({ reports: [latest, ...earlier] }) =>
          latest === undefined ? (
            <Text size="sm" c="dimmed">
              Not checked yet. DNS, certificate, redirects, association files and store pages are
              looked at from outside, automatically once a day.
            </Text>
          ) : (
            <>
              <Latest report={latest} />
              <Earlier reports={earlier} />
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

function Latest({ report }: { readonly report: DomainReport }) {
  return (
    <>
      <Text size="sm" c="dimmed" component="div">
        Checked <When at={report.examinedAt} />
      </Text>
      {report.verdict === 'ok' && (
        <Alert color="teal">Everything that links need on this domain is in order.</Alert>
      )}
      {report.findings.length > 0 && (
        <ul className="plain-list" aria-label="Findings">
          {report.findings.map((finding) => (
            <li key={`${finding.code} ${finding.seen}`} className="row">
              <Finding finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Finding({ finding }: { readonly finding: DomainFinding }) {
  const { label, color } = SEVERITIES[finding.severity];
  return (
    <Stack gap={4} py="sm">
      <Group gap="xs">
        <Badge variant="light" color={color}>
          {label}
        </Badge>
        <Text size="xs" c="dimmed" className="break">
          {finding.code}
        </Text>
      </Group>
      <Text size="sm" fw={600} className="break">
        {finding.seen}
      </Text>
      <Text size="sm" className="break">
        {finding.why}
      </Text>
      <Text size="sm" className="break">
        {finding.cure}
      </Text>
    </Stack>
  );
}

const MAX_EARLIER = 5;

function Earlier({ reports }: { readonly reports: readonly DomainReport[] }) {
  if (reports.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        Before
      </Text>
      <ul className="plain-list" aria-label="Earlier check-ups">
        {reports.slice(0, MAX_EARLIER).map((report) => {
          const faults = report.findings.filter(({ severity }) => severity !== 'info');
          return (
            <li key={report.id}>
              <Text size="sm" component="div" className="break">
                <When at={report.examinedAt} />
                {': '}
                {faults.length === 0
                  ? 'in order'
                  : `${counted(faults.length, 'finding', 'findings')}: ${faults.map(({ code }) => code).join(', ')}`}
              </Text>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
