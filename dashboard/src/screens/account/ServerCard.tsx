import { getServer, sendTestMail } from '@fairlead/contract/operations/dashboard/server';
import { Alert, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';

/** For the owner of the server: which release is running, and whether its emails are delivered. */
export function ServerCard() {
  const { data } = useQuery(ask(getServer, {}));
  const test = useWrite(sendTestMail);
  if (!data?.report) return null;
  const { version, publicUrl, mail } = data.report;
  return (
    <Card
      title="This server"
      about={`Fairlead ${version} at ${publicUrl}. You own it; nobody else sees this.`}
      actions={
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate({})}>
          Send a test mail
        </Button>
      }
    >
      {mail === 'files' && (
        <Text size="sm">
          No mail server is set: mails are written to DATA_DIR/mail and reach nobody. Set SMTP_URL.
        </Text>
      )}
      {test.data !== undefined && (
        <Alert color={test.data.problem === null ? 'teal' : 'yellow'} mt="sm" className="break">
          {test.data.problem ?? `The mail server has taken a mail to ${test.data.to}.`}
        </Alert>
      )}
    </Card>
  );
}
