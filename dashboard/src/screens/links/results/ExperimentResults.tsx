import type { LinkResults } from '@fairlead/contract/operations/rules';
import { Alert, Stack, Table, Text } from '@mantine/core';
import { count } from '../../../parts/format.ts';
import { type Experiment, intervalText, liftText, rateText, verdictOf } from './verdict.ts';

interface ResultsProps {
  readonly experiment: Experiment;
  readonly by: LinkResults['by'];
}

/** The verdict in words, and the rates that it rests on. */
export function ExperimentResults({ experiment, by }: ResultsProps) {
  const verdict = verdictOf(experiment);
  return (
    <Stack gap="sm">
      <Alert color={verdict.color} title={verdict.title} className="break">
        {verdict.text}
      </Alert>
      <div className="scroll-x" tabIndex={0} role="group" aria-label="Variants">
        <Table aria-label="Variants" miw={600}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Variant</Table.Th>
              <Table.Th ta="right">People</Table.Th>
              <Table.Th ta="right">{by === 'opens' ? 'Opened the app' : 'Installed'}</Table.Th>
              <Table.Th ta="right">Rate</Table.Th>
              <Table.Th ta="right">Lift</Table.Th>
              <Table.Th ta="right">Difference lies within</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {experiment.arms.map((arm) => (
              <Table.Tr key={arm.name}>
                <Table.Th scope="row" fw={500} className="break">
                  {arm.name} <Text span size="xs" c="dimmed">{`${arm.share}%`}</Text>
                </Table.Th>
                {[
                  count(arm.people),
                  count(arm.conversions),
                  rateText(arm.rate),
                  liftText(arm.lift),
                  intervalText(arm.interval),
                ].map((text, column) => (
                  <Table.Td key={column} ta="right" className="number">
                    {text}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="xs" c="dimmed">
        Lift and difference are those to the first variant; the difference is in percentage points.
      </Text>
    </Stack>
  );
}
