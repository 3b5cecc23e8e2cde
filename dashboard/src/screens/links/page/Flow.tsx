import { explainLink, type ExplainedVisit } from '@fairlead/contract/operations/explain';
import { Accordion, Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../../api/queries.ts';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { countedAs, VisitOutcome } from '../simulator/VisitOutcome.tsx';
import type { LinkParams } from './useLiveClicks.ts';

/** What the link does for each kind of visitor, decided by the function that answers real ones. */
export function Flow({ params }: { readonly params: LinkParams }) {
  const flow = useQuery(ask(explainLink, { params }));
  return (
    <Loaded query={flow} waiting={<Waiting rows={8} height={56} />}>
      {({ findings, visits }) => (
        <Stack>
          {findings.map(({ severity, message }) => (
            <Alert
              key={message}
              color={severity === 'problem' ? 'red' : 'yellow'}
              title={severity === 'problem' ? 'Needs a fix' : 'Could be better'}
            >
              {message}
            </Alert>
          ))}
          <Accordion variant="separated" order={2}>
            {groupAlike(visits).map((group) => (
              <Alike key={group[0].as} visits={group} />
            ))}
          </Accordion>
        </Stack>
      )}
    </Loaded>
  );
}

/** Visitors who get the same for the same reason. */
type AlikeVisits = readonly [ExplainedVisit, ...ExplainedVisit[]];

function groupAlike(visits: readonly ExplainedVisit[]): AlikeVisits[] {
  const groups = new Map<string, [ExplainedVisit, ...ExplainedVisit[]]>();
  for (const visit of visits) {
    const { as: _as, title: _title, visitor, reason, ...outcome } = visit;
    // The reason of a crawler names it.
    const key = JSON.stringify([outcome, visitor.crawler === null ? reason : 'crawler']);
    const group = groups.get(key);
    if (group) group.push(visit);
    else groups.set(key, [visit]);
  }
  return [...groups.values()];
}

function Alike({ visits }: { readonly visits: AlikeVisits }) {
  const [visit, ...others] = visits;
  const counted = countedAs(visit);
  return (
    <Accordion.Item value={visit.as}>
      <Accordion.Control>
        <Group gap="xs">
          <Text fw={600}>{visits.map(({ title }) => title).join(', ')}</Text>
          <Badge variant="light" size="sm" color={counted.color}>
            {counted.label}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" className="break">
          {others.length > 0 && visit.visitor.crawler !== null
            ? 'These crawlers get the social preview.'
            : visit.reason}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>
        <VisitOutcome visit={visit} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}
