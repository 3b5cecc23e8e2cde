import { dryRunLink, type LinkResults } from '@fairlead/contract/operations/rules';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../../api/queries.ts';
import { Card } from '../../../parts/Card.tsx';
import { counted, percent } from '../../../parts/format.ts';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { ledBy, routeText } from './routeName.ts';

const DAYS = 30;

interface PredictionProps {
  readonly linkId: string;
  readonly changedAt: string;
  /** Since then. */
  readonly routes: LinkResults['routes'];
}

/** What the visits before the last change would have been led by, next to what has led those since. */
export function Prediction({ linkId, changedAt, routes }: PredictionProps) {
  const prediction = useQuery(
    ask(dryRunLink, { params: { id: linkId }, body: { before: changedAt, days: DAYS } }),
  );
  return (
    <Card
      title="Prediction and reality"
      about={`Shares of the visits in the ${DAYS} days before the last change, had it been made before, and of those since.`}
    >
      <Loaded query={prediction} waiting={<Waiting rows={2} height={60} />}>
        {(predicted) => {
          const before = new Map(predicted.routes.map(({ to, visits }) => [to, visits]));
          const since = new Map(routes.map((route) => [routeText(route), route.clicks]));
          const [known, all] = [sumOf(before), sumOf(since)];
          return (
            <>
              <Table aria-label="Prediction and reality">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Led by</Table.Th>
                    <Table.Th ta="right">Predicted</Table.Th>
                    <Table.Th ta="right">Since then</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {[...new Set([...before.keys(), ...since.keys()])].map((text) => (
                    <Table.Tr key={text}>
                      <Table.Th scope="row" fw={500} className="break">
                        {ledBy(text)}
                      </Table.Th>
                      {[
                        percent(before.get(text) ?? 0, known),
                        percent(since.get(text) ?? 0, all),
                      ].map((share, column) => (
                        <Table.Td key={column} ta="right" className="number">
                          {share}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <Text size="xs" c="dimmed" mt="xs">
                {`From ${counted(known, 'visit', 'visits')} before and ${counted(all, 'visit', 'visits')} since.`}
                {predicted.unknown > 0 &&
                  ` Of ${counted(predicted.unknown, 'earlier visit', 'earlier visits')} it cannot be known.`}
              </Text>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function sumOf(visits: ReadonlyMap<string, number>): number {
  return visits.values().reduce((sum, some) => sum + some, 0);
}
