import type { PlanUsage } from '@fairlead/contract/operations/dashboard/plan';
import { Alert, Group, Loader, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck, Info } from 'lucide-react';
import { useEffect, useState } from 'react';

/** Until then the page says that it is waiting; after that, that it takes longer than usual. */
const USUAL_MS = 45_000;
/** How long to look for changes made on Stripe's own pages. */
const LOOK_MS = 30_000;

interface Payment {
  readonly kind: string | undefined;
  readonly wanted: string | undefined;
  /** Whether a change that is not in this data may still arrive. */
  readonly waits: (data: PlanUsage | undefined) => boolean;
  readonly late: boolean;
  readonly forget: () => void;
}

/** How the person returned from Stripe's pages, according to the URL. */
export function usePaymentReturn(): Payment {
  const { billing: kind, plan: wanted } = useSearch({ from: '/signedIn/p/$projectId/plan' });
  const navigate = useNavigate({ from: '/p/$projectId/plan' });
  const late = useElapsed(kind === 'paid' ? USUAL_MS : LOOK_MS);
  return {
    kind,
    wanted,
    waits: (data) => (kind === 'paid' ? !hasCome(data, wanted) : kind === 'returned' && !late),
    late,
    forget: () => void navigate({ search: {}, replace: true }),
  };
}

function useElapsed(ms: number): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return elapsed;
}

function hasCome(data: PlanUsage | undefined, wanted: string | undefined): boolean {
  return data?.billing?.live === true && (wanted === undefined || data.billing.plan === wanted);
}

/** Shows the result of the visit: paid and waiting, paid and done, or nothing changed. */
export function PaymentReturn({
  data,
  payment,
}: {
  readonly data: PlanUsage;
  readonly payment: Payment;
}) {
  const { kind, wanted, late, forget } = payment;
  const closing = { withCloseButton: true, closeButtonLabel: 'Close', onClose: forget };
  if (kind === 'cancelled') {
    return (
      <Alert color="gray" icon={<Info size={18} />} title="Nothing was changed" {...closing}>
        {`The checkout was left before it was paid. The project stays on ${data.plan.name}.`}
      </Alert>
    );
  }
  if (kind !== 'paid') return null;
  if (hasCome(data, wanted)) {
    return (
      <Alert
        color="teal"
        icon={<CircleCheck size={18} />}
        title={`The project is on ${data.plan.name} now`}
        role="status"
        {...closing}
      >
        Its limits hold at once. Stripe sends the receipt by mail.
      </Alert>
    );
  }
  return (
    <Alert color="harbour" title="Waiting for Stripe" role="status">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Loader size="xs" mt={3} />
        <Text size="sm">
          {late
            ? 'This takes longer than usual. The plan changes as soon as Stripe confirms the payment; you may close this page.'
            : `You are back from the checkout. The plan changes to ${nameOf(data, wanted)} as soon as Stripe confirms the payment, usually within seconds.`}
        </Text>
      </Group>
    </Alert>
  );
}

function nameOf({ plans }: PlanUsage, id: string | undefined): string {
  return plans.find((plan) => plan.id === id)?.name ?? 'what you chose';
}
