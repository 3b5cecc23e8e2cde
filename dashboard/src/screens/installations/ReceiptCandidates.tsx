import type { Receipt } from '@fairlead/contract/attributionResources';
import { tenths } from '../../parts/format.ts';
import { Badge, Table, Text } from '@mantine/core';
import { Card } from '../../parts/Card.tsx';
import { ReceiptLink } from './ReceiptLinks.tsx';
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

const RANKS = {
  chosen: { label: 'Chosen', color: 'teal' },
  equal: { label: 'Equally likely', color: 'yellow' },
  runnerUp: { label: 'Runner-up', color: 'yellow' },
} as const;

type Candidate = Receipt['candidates'][number];

/** The clicks that were considered, signal by signal, best first. */
export function ReceiptCandidates({ receipt }: { readonly receipt: Receipt }) {
  return (
    <Card
      title="Clicks considered"
      about={`Clicks in the ${receipt.windowMinutes} minutes before the first open. The higher the score, the more speaks for the same phone; below zero speaks against it.`}
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
                    <ReceiptLink {...candidate} /> · <When at={candidate.clickedAt} />
                  </Text>
                  <Rank candidate={candidate} receipt={receipt} />
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

/** What came of a click beside the others. */
function Rank({
  candidate,
  receipt,
}: {
  readonly candidate: Candidate;
  readonly receipt: Receipt;
}) {
  const rank = rankOf(candidate, receipt);
  if (rank === undefined) return null;
  return (
    <Badge size="sm" variant="light" color={RANKS[rank].color}>
      {RANKS[rank].label}
    </Badge>
  );
}

function rankOf(
  { clickId, chosen, bits }: Candidate,
  { candidates, runnerUp }: Receipt,
): keyof typeof RANKS | undefined {
  if (chosen) return 'chosen';
  const rival = candidates.find((each) => each.clickId === runnerUp);
  const tied = rival !== undefined && rival.bits === candidates[0]?.bits;
  if (tied && !candidates[0]?.chosen) return bits === rival.bits ? 'equal' : undefined;
  return clickId === runnerUp ? 'runnerUp' : undefined;
}
