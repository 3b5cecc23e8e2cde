import type { Receipt } from '@fairlead/contract/attributionResources';
import { tenths } from '../../parts/format.ts';
import { Badge, Table, Text } from '@mantine/core';
import { Card } from '../../parts/Card.tsx';
import { When } from '../../parts/When.tsx';

const SIGNALS = {
  osMajor: 'System',
  model: 'Model',
  screen: 'Screen',
  timeZone: 'Time zone',
  language: 'Language',
} as const;
const VERDICTS = {
  agrees: { label: 'agrees', color: 'teal' },
  differs: { label: 'differs', color: 'red' },
  unknown: { label: 'unknown', color: 'gray' },
} as const;

/** The clicks that were considered, signal by signal, best first. */
export function ReceiptCandidates({ receipt }: { readonly receipt: Receipt }) {
  return (
    <Card
      title="Clicks considered"
      about={`Clicks of the last ${receipt.windowMinutes} minutes. The higher the score, the more speaks for the same phone; below zero speaks against it.`}
    >
      <div className="scroll-x" tabIndex={0} role="region" aria-label="Clicks considered">
        <Table miw={640} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Click</Table.Th>
              <Table.Th>Signals</Table.Th>
              <Table.Th ta="right">Score</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {receipt.candidates.map((candidate) => (
              <Table.Tr key={candidate.clickId}>
                <Table.Td>
                  <Text size="sm" component="div">
                    {candidate.slug ?? 'a deleted link'} · <When at={candidate.clickedAt} />
                  </Text>
                  {candidate.chosen && (
                    <Badge size="sm" variant="light" color="teal">
                      Chosen
                    </Badge>
                  )}
                  {candidate.clickId === receipt.runnerUp && (
                    <Badge size="sm" variant="light" color="yellow">
                      Runner-up
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td>
                  {candidate.signals.map(({ signal, verdict, bits, click, open }) => (
                    <Text key={signal} size="sm">
                      {SIGNALS[signal]}{' '}
                      <Badge size="xs" variant="light" color={VERDICTS[verdict].color}>
                        {VERDICTS[verdict].label}
                      </Badge>{' '}
                      <Text span size="xs" c="dimmed" className="number">
                        {tenths(bits)}
                        {click !== undefined && `, click ${click}`}
                        {open !== undefined && `, open ${open}`}
                      </Text>
                    </Text>
                  ))}
                </Table.Td>
                <Table.Td ta="right" className="number">
                  {tenths(candidate.bits)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  );
}
