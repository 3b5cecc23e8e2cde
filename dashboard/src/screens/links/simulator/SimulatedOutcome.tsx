import type { ExplainedVisit } from '@fairlead/contract/operations/explain';
import { Badge, Group, Text } from '@mantine/core';
import { countedAs, VisitOutcome } from './VisitOutcome.tsx';

/** What led a made-up visitor, and what they get. */
export function SimulatedOutcome({ visit }: { readonly visit: ExplainedVisit }) {
  const counted = countedAs(visit);
  return (
    <section className="card" aria-label="What this visitor gets">
      <Group gap="xs">
        <Text fw={600} className="break">
          {ledBy(visit)}
        </Text>
        <Badge variant="light" size="sm" color={counted.color}>
          {counted.label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" className="break" mb={4}>
        {visit.reason}
      </Text>
      <VisitOutcome visit={visit} />
    </section>
  );
}

function ledBy({ rule, variant }: ExplainedVisit): string {
  if (rule !== undefined) return `The rule “${rule}” leads.`;
  if (variant !== undefined) return `The variant “${variant}” leads.`;
  return 'No rule fits: the link itself leads.';
}
