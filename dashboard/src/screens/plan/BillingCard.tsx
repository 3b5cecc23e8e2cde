import { openBillingPortal, type PlanBilling } from '@fairlead/contract/operations/dashboard/plan';
import { Alert, Button, Text } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useProjectId, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { dayName } from '../../parts/format.ts';
import { goTo } from './goTo.ts';
import { PERIODS } from './periods.ts';

/** Who pays, until when, and links to invoices and the payment card. */
export function BillingCard({ billing }: { readonly billing: PlanBilling }) {
  const projectId = useProjectId();
  const { owner } = useRights();
  const open = useWrite(openBillingPortal, { onDone: goTo });
  return (
    <Card
      title="Billing"
      about={about(billing)}
      actions={
        owner && (
          <Button
            variant="default"
            rightSection={<ExternalLink size={14} />}
            loading={open.isPending}
            onClick={() => open.mutate({ params: { projectId } })}
          >
            Manage billing
          </Button>
        )
      }
    >
      {billing.status === 'past_due' && (
        <Alert color="red" title="The last payment failed">
          Stripe tries again for some days. The plan stays until then: check the card under “Manage
          billing”.
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {owner
          ? 'Invoices, the card and the end of the subscription are on a page of Stripe.'
          : 'Only the owner of the project sees its invoices and changes the card.'}
      </Text>
    </Card>
  );
}

function about({ live, billingPeriod, periodEnd, endsAt }: PlanBilling): string {
  if (!live) return 'The subscription has ended. Nothing is charged any more.';
  const often =
    billingPeriod === null
      ? 'Paid through Stripe'
      : `Paid ${PERIODS[billingPeriod].text} through Stripe`;
  if (endsAt !== null) return `${often}. Cancelled: the plan ends on ${dayName(endsAt)}.`;
  return periodEnd === null ? `${often}.` : `${often}. Renewed on ${dayName(periodEnd)}.`;
}
