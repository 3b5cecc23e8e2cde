import { getServer } from '@fairlead/contract/operations/dashboard/server';
import { Accordion, Alert, Code, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';

/** For the owner of the server: what in its configuration keeps links from working on people’s phones. */
export function ServerFindings() {
  const { data } = useQuery(ask(getServer, {}));
  const report = data?.report;
  if (!report || report.findings.length === 0) return null;
  const { findings } = report;
  const local = findings.some(({ code }) => code === 'PUBLIC_URL_LOCAL');
  const list = (
    <>
      <List size="sm" spacing="xs">
        {findings.map(({ code, seen, cure }) => (
          <List.Item key={code}>
            {seen} {cure}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        The variables go into the file <Code>.env</Code>; restart the server after that.
      </Text>
    </>
  );
  // People who try it out on a laptop should not start with a list of settings.
  if (local) {
    return (
      <Accordion variant="contained">
        <Accordion.Item value="findings">
          <Accordion.Control>
            This server is reachable from this machine only. See what the internet needs
          </Accordion.Control>
          <Accordion.Panel>{list}</Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    );
  }
  return (
    <Alert color="yellow" title="This server is not ready for production">
      {list}
    </Alert>
  );
}
