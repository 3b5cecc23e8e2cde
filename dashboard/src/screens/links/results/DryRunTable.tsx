import type { DryRun } from '@fairlead/contract/operations/rules';
import { List, Stack, Table, Text } from '@mantine/core';
import { labelOf } from '../../../api/fieldLabels.ts';
import { count, counted, percent } from '../../../parts/format.ts';
import { ledBy } from './routeName.ts';

/** Who would have gone elsewhere, and what cannot be known. */
export function DryRunTable({ run }: { readonly run: DryRun }) {
  const changed = run.changed.reduce((sum, { visits }) => sum + visits, 0);
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {summaryOf(run, changed)}
      </Text>
      {run.changed.length > 0 && (
        <Table aria-label="Visits that change" className="changes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>From</Table.Th>
              <Table.Th>To</Table.Th>
              <Table.Th>Visits</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {run.changed.map(({ from, to, fromUrl, toUrl, visits }) => (
              <Table.Tr key={JSON.stringify([from, to, fromUrl, toUrl])}>
                <Led label="From" by={from} url={fromUrl} />
                <Led label="To" by={to} url={toUrl} />
                <Table.Td data-label="Visits" className="number">
                  {count(visits)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Unknown run={run} />
      {run.told.length > 0 && (
        <details className="details">
          <summary>How this was worked out</summary>
          <List size="sm" mt="xs">
            {run.told.map((sentence) => (
              <List.Item key={sentence} className="break">
                {sentence}
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </Stack>
  );
}

function summaryOf({ visits, unknown }: DryRun, changed: number): string {
  if (visits === 0) return 'Nobody has visited in this time, so nothing can be said.';
  const all = counted(visits, 'visit', 'visits');
  if (changed > 0) {
    return `${count(changed)} of ${all} by people (${percent(changed, visits)}) would have gone elsewhere.`;
  }
  return unknown === 0
    ? `None of ${all} by people would have gone elsewhere.`
    : `None of ${all} by people would certainly have gone elsewhere.`;
}

interface LedProps {
  readonly label: string;
  readonly by: string;
  readonly url?: string | null | undefined;
}

function Led({ label, by, url }: LedProps) {
  return (
    <Table.Td className="break" data-label={label}>
      {ledBy(by)}
      {url !== undefined && (
        <Text size="xs" c="dimmed" className="break">
          {url ?? 'a page of ours'}
        </Text>
      )}
    </Table.Td>
  );
}

function Unknown({ run: { unknown, visits, reasons } }: { readonly run: DryRun }) {
  if (unknown === 0) return null;
  const named = reasons.map(
    ({ condition, visits: some }) =>
      `${labelOf(`when.${condition}`) ?? condition} (${count(some)})`,
  );
  return (
    <Text size="sm" className="break">
      {`Of ${counted(unknown, 'visit', 'visits')} (${percent(unknown, visits)}) it cannot be known, because what the rules ask is not stored with visits: ${named.join(', ')}.`}
    </Text>
  );
}
