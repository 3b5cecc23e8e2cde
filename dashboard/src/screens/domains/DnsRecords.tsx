import type { DnsRecord } from '@fairlead/contract/operations/dashboard/domains';
import { Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyField } from '../../parts/Copy.tsx';

const STATES = {
  unchecked: { label: 'Not checked yet', color: 'gray' },
  found: { label: 'Found', color: 'teal' },
  missing: { label: 'Not found yet', color: 'yellow' },
  different: { label: 'Different value', color: 'red' },
} as const;
const PURPOSES = { proof: 'Proves ownership', traffic: 'Routes visitors here' } as const;

/** What to enter at the DNS provider, each value with a copy button. */
export function DnsRecords({ records }: { readonly records: readonly DnsRecord[] }) {
  if (records.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">
        Set these records where you manage the DNS of the domain. We check every few minutes;
        changes can take an hour to take effect.
      </Text>
      <ul className="plain-list" aria-label="DNS records">
        {records.map((record) => (
          <li key={`${record.type} ${record.name} ${record.value}`} className="row">
            <RecordFacts record={record} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function RecordFacts({ record }: { readonly record: DnsRecord }) {
  const { label, color } = STATES[record.state];
  return (
    <Stack gap={6} py="sm">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {record.type}
        </Text>
        <Text size="sm" c="dimmed">
          {PURPOSES[record.purpose]}
        </Text>
        <Badge variant="light" color={color}>
          {label}
        </Badge>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Labelled label="Name" copied="the name" value={record.name} />
        <Labelled label="Value" copied="the value" value={record.value} />
      </SimpleGrid>
      {record.state === 'different' && (
        <Text size="xs" c="dimmed" className="break">
          {`Found instead: ${record.seen.join(', ')}`}
        </Text>
      )}
    </Stack>
  );
}

/** Labelled like the fields at the DNS provider. */
function Labelled({ label, copied, value }: Record<'label' | 'copied' | 'value', string>) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <CopyField value={value} label={copied} />
    </div>
  );
}
