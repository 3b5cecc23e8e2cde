import {
  openCheckout,
  type OfferedPlan,
  type PlanUsage,
} from '@fairlead/contract/operations/dashboard/plan';
import {
  Badge,
  Button,
  Group,
  List,
  SegmentedControl,
  SimpleGrid,
  Text,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { useProjectId, useRights } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { dayName } from '../../parts/format.ts';
import { goTo } from './goTo.ts';
import { type Period, PERIODS } from './periods.ts';

/** The catalogue with its prices, and buttons for changing plans. */
export function OfferedPlans({ data }: { readonly data: PlanUsage }) {
  const [period, setPeriod] = useState<Period>(data.billing?.billingPeriod ?? 'monthly');
  const { owner } = useRights();
  return (
    <Card
      title="Plans"
      about={
        data.checkout
          ? owner
            ? 'You pay on a page of Stripe. The plan changes when the payment is confirmed.'
            : 'Only the owner of the project changes the plan.'
          : 'The administrator of this server changes the plan.'
      }
      actions={
        <SegmentedControl
          aria-label="Billing period"
          value={period}
          onChange={(value) => setPeriod(value === 'yearly' ? 'yearly' : 'monthly')}
          data={[
            { value: 'monthly', label: 'Monthly' },
            { value: 'yearly', label: 'Yearly' },
          ]}
        />
      }
    >
      <SimpleGrid cols={{ base: 1, sm: Math.min(3, data.plans.length) }} mt="sm">
        {data.plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={period} data={data} />
        ))}
      </SimpleGrid>
    </Card>
  );
}

interface PlanCardProps {
  readonly plan: OfferedPlan;
  readonly period: Period;
  readonly data: PlanUsage;
}

function PlanCard({ plan, period, data }: PlanCardProps) {
  const { price } = plan[period];
  const current = plan.id === data.plan.id;
  return (
    <section
      className="card"
      aria-label={`Plan ${plan.name}`}
      style={{ display: 'flex', flexDirection: 'column', gap: 8 }}
    >
      <Group gap="xs" justify="space-between">
        <Title order={3}>{plan.name}</Title>
        {current && <Badge variant="light">Your plan</Badge>}
      </Group>
      <Group gap={6} align="baseline">
        <Text fz={26} fw={650} className="number">
          {price}
        </Text>
        <Text size="sm" c="dimmed">
          {period === 'monthly' ? 'a month' : 'a year'}
        </Text>
      </Group>
      {/* Its line is there without words too, so that nothing jumps between the periods. */}
      <Text size="sm" c="dimmed" mih={22}>
        {discountText(plan.yearly.discount, period)}
      </Text>
      <List size="sm" spacing={4} style={{ flex: 1 }}>
        {plan.features.map((feature) => (
          <List.Item key={feature}>{feature}</List.Item>
        ))}
      </List>
      {data.checkout && <Choice plan={plan} period={period} data={data} />}
    </section>
  );
}

function discountText(discount: string | null, period: Period): string {
  if (discount === null) return '';
  return period === 'yearly' ? discount : `${discount} when paid yearly`;
}

function Choice({ plan, period, data }: PlanCardProps) {
  const projectId = useProjectId();
  const { owner } = useRights();
  const open = useWrite(openCheckout, { onDone: goTo });
  const step = stepOf({ plan, period, data });
  if ('text' in step) {
    return (
      <Text size="sm" c="dimmed" mt="xs" mih={36}>
        {step.text}
      </Text>
    );
  }
  if (!owner) return null;
  return (
    <Button
      mt="xs"
      fullWidth
      variant={step.quiet ? 'default' : 'filled'}
      loading={open.isPending}
      onClick={() =>
        open.mutate({ params: { projectId }, body: { plan: plan.id, billingPeriod: period } })
      }
    >
      {step.button}
    </Button>
  );
}

type Step = { readonly text: string } | { readonly button: string; readonly quiet: boolean };

/** The action for a plan, or why there is none. */
// oxlint-disable-next-line complexity -- a table: what a plan offers in each state of the project
function stepOf({ plan, period, data }: PlanCardProps): Step {
  const { billing } = data;
  const paying = billing?.live === true ? billing : undefined;
  const current = plan.id === data.plan.id;
  if (plan.unpaid) {
    if (paying === undefined) return { text: current ? '' : 'Applies when no plan is paid for.' };
    if (paying.endsAt !== null) return { text: `From ${dayName(paying.endsAt)}.` };
    return { button: `Cancel ${data.plan.name}…`, quiet: true };
  }
  if (paying?.plan === plan.id && paying.billingPeriod === period) return { text: '' };
  if (current && paying === undefined) return { text: 'Set by the administrator of this server.' };
  if (!plan[period].sold) {
    return { text: current ? '' : `Not sold with ${PERIODS[period].text} billing.` };
  }
  if (paying?.plan === plan.id)
    return { button: `Pay ${PERIODS[period].text} instead`, quiet: true };
  return { button: `Change to ${plan.name}`, quiet: false };
}
