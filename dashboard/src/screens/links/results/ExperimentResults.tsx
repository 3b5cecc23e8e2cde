import type { LinkResults } from '@fairlead/contract/operations/rules';
import { Alert, Stack, Table, Text } from '@mantine/core';
import { count } from '../../../parts/format.ts';
import { type Experiment, intervalText, liftText, rateText, verdictOf } from './verdict.ts';

interface ResultsProps {
  readonly experiment: Experiment;
  readonly by: LinkResults['by'];
}

type Column = readonly [label: string, textOf: (arm: Experiment['arms'][number]) => string];

function columnsOf(by: LinkResults['by']): readonly Column[] {
  return [
    ['People', ({ people }) => count(people)],
    [by === 'opens' ? 'Opened the app' : 'Installed', ({ conversions }) => count(conversions)],
    ['Rate', ({ rate }) => rateText(rate)],
    ['Lift', ({ lift }) => liftText(lift)],
    ['Difference lies within', ({ interval }) => intervalText(interval)],
  ];
}

/** The verdict in words, and the rates that it rests on. */
export function ExperimentResults({ experiment, by }: ResultsProps) {
  const verdict = verdictOf(experiment);
  const columns = columnsOf(by);
  return (
    <Stack gap="sm">
      <Alert color={verdict.color} title={verdict.title} className="break">
        {verdict.text}
      </Alert>
      <Table aria-label="Variants" className="changes numbers">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Variant</Table.Th>
            {columns.map(([label]) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {experiment.arms.map((arm) => (
            <Table.Tr key={arm.name}>
              <Table.Th scope="row" fw={500} className="break">
                {arm.name} <Text span size="xs" c="dimmed">{`${arm.share}%`}</Text>
              </Table.Th>
              {columns.map(([label, textOf]) => (
                <Table.Td key={label} data-label={label} className="number">
                  {textOf(arm)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        Lift and difference are those to the first variant; the difference is in percentage points.
      </Text>
    </Stack>
  );
}
