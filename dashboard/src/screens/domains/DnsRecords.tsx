import type { DnsRecord } from '@fairlead/contract/operations/dashboard/domains';
import { Badge, Stack, Table, Text } from '@mantine/core';
import { CopyField } from '../../parts/Copy.tsx';

const STATES = {
  unchecked: { label: 'Not looked at yet', color: 'gray' },
  found: { label: 'Found', color: 'teal' },
  missing: { label: 'Not found yet', color: 'yellow' },
  different: { label: 'Something else is there', color: 'red' },
} as const;

/** What to enter at the DNS provider, each value with a copy button. */
export function DnsRecords({ records }: { readonly records: readonly DnsRecord[] }) {
  if (records.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">
        Set these records where you manage the DNS of the domain. We look every few minutes; changes
        can take an hour to be seen.
      </Text>
      <div className="scroll-x" tabIndex={0} role="region" aria-label="DNS records">
        <Table verticalSpacing="xs" miw={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>For</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th>Name</Table.Th>
              <Table.Th>Value</Table.Th>
              <Table.Th>State</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {records.map((record) => (
              <Table.Tr key={`${record.type} ${record.name} ${record.value}`}>
                <Table.Td>{record.purpose === 'proof' ? 'Proof' : 'Traffic'}</Table.Td>
                <Table.Td>{record.type}</Table.Td>
                <Table.Td>
                  <CopyField value={record.name} label="the name" />
                </Table.Td>
                <Table.Td>
                  <CopyField value={record.value} label="the value" />
                </Table.Td>
                <Table.Td>
                  <Badge variant="light" color={STATES[record.state].color}>
                    {STATES[record.state].label}
                  </Badge>
                  {record.state === 'different' && (
                    <Text size="xs" c="dimmed" className="break" mt={4}>
                      {record.seen.join(', ')}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Stack>
  );
}
