import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { Copy } from '../../parts/Copy.tsx';
import { Empty } from '../../parts/states.tsx';

/** Nothing has been sent: what to run to see the first event. */
export function FirstEvent() {
  const command = `curl ${window.location.origin}/v1/events \\
  -H "x-app-key: $SECRET_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"events": [{"eventId": "order-1042", "name": "purchase",
       "customerId": "customer-42",
       "revenue": {"amount": 1999, "currency": "EUR"}}]}'`;
  return (
    <div className="card">
      <Empty title="No events in this period">
        Your server sends them with a secret key, your app with its publishable key. Each counts
        once, however often it is sent.
      </Empty>
      <Stack gap="xs" maw={640} mx="auto" pb="lg">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={500}>
            Send the first one from your server
          </Text>
          <Copy value={command} label="the command" />
        </Group>
        <Code block tabIndex={0}>
          {command}
        </Code>
        <Text size="sm">
          <Anchor href="/docs/events.html" underline="always">
            How events are sent and credited
          </Anchor>
        </Text>
      </Stack>
    </div>
  );
}
