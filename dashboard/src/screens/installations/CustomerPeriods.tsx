import {
  type CustomerPeriod,
  listCustomerPeriods,
} from '@fairlead/contract/operations/dashboard/installations';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../../api/CallError.ts';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { Row } from '../../parts/Row.tsx';
import { Empty, Loaded, Waiting } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';

/** Whose an installation was, from when to when, and who said so: what decides about events that name only a customer. Nothing of one that is not known. */
export function CustomerPeriods({ installationId }: { readonly installationId: string }) {
  const params = { projectId: useProjectId(), installationId };
  const periods = useQuery(ask(listCustomerPeriods, { params }));
  if (isNotFound(periods.error)) return null;
  return (
    <Card
      title="Customers"
      about="Whose this installation was. A purchase that names only a customer belongs to the installation that was theirs at the time."
    >
      <Loaded query={periods} waiting={<Waiting rows={2} height={48} />}>
        {({ customers }) =>
          customers.length === 0 ? (
            <Empty title="Nobody has signed in">
              Neither the app nor your server has said whose this installation is.
            </Empty>
          ) : (
            customers.map((period) => <Period key={period.from} period={period} />)
          )
        }
      </Loaded>
    </Card>
  );
}

function Period({ period }: { readonly period: CustomerPeriod }) {
  const { customerId, from, to, outrankedAt } = period;
  return (
    <Row>
      <Text size="sm" fw={600} className="break">
        {customerId}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        From <When at={from} /> to {to === null ? 'now' : <When at={to} />}. {whoSaid(period)}
      </Text>
      {outrankedAt !== null && (
        <Text size="sm" c="dimmed" component="div">
          It has decided nothing since <When at={outrankedAt} />: your server has named this
          customer on another installation.
        </Text>
      )}
    </Row>
  );
}

function whoSaid({ saidBy, proved }: CustomerPeriod): string {
  if (saidBy === 'server') return 'Said by your server.';
  if (proved === null) return 'Said by the app.';
  return proved ? 'Said by the app, with a proof.' : 'Said by the app, without a proof.';
}
