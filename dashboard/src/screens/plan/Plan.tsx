import { getPlanUsage, type PlanUsage } from '@fairlead/contract/operations/dashboard/plan';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { count, dayName } from '../../parts/format.ts';
import { Page } from '../../parts/Page.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { BillingCard } from './BillingCard.tsx';
import { OfferedPlans } from './OfferedPlans.tsx';
import { PaymentReturn, usePaymentReturn } from './PaymentReturn.tsx';
import { UsageCards } from './UsageCards.tsx';
import { asText } from '../../parts/asText.ts';

export function Plan() {
  const projectId = useProjectId();
  const payment = usePaymentReturn();
  const plan = useQuery({
    ...ask(getPlanUsage, { params: { projectId } }),
    // The plan changes when Stripe notifies the server, which no response waits for.
    refetchInterval: ({ state }) => (payment.waits(state.data) ? 2_000 : false),
  });
  const sold = plan.data?.sold === true;
  return (
    <Page
      title={sold ? 'Plan and usage' : 'Usage'}
      about={
        sold ? 'What your plan allows, and how much of it is used.' : 'What this project holds.'
      }
    >
      <Loaded query={plan} waiting={<Waiting rows={3} height={120} />}>
        {(data) => (
          <>
            <PaymentReturn data={data} payment={payment} />
            <UsageCards data={data} />
            {data.billing !== null && data.checkout && <BillingCard billing={data.billing} />}
            {data.sold && <OfferedPlans data={data} />}
            <Text size="sm" c="dimmed">
              {`${planText(data.plan)} Active users are counted from ${dayName(data.periodStart)}.`}
            </Text>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function planText({ name, exports, clickRetentionDays }: PlanUsage['plan']): string {
  const howLong =
    clickRetentionDays === null
      ? asText('forever')
      : `for at most ${count(clickRetentionDays)} days`;
  return `${name} keeps clicks ${howLong} and has ${exports ? '' : 'no '}exports as CSV.`;
}
