import type { PlanUsage } from '@fairlead/contract/operations/dashboard/plan';
import { Alert, Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { count } from '../../parts/format.ts';
import { LANGUAGE } from '@fairlead/contract/language';

const NAMES = {
  links: 'Links',
  domains: 'Domains of your own',
  members: 'Members',
  apiKeys: 'API keys',
  monthlyActiveUsers: 'Active users this month',
} as const;
type LimitName = keyof typeof NAMES;
const LIMIT_NAMES = Object.keys(NAMES) as LimitName[];

/** Limits on things that people add, and can remove. */
const COUNTED = LIMIT_NAMES.filter((name) => name !== 'monthlyActiveUsers');

const COLOURS = { none: 'harbour', near: 'yellow', reached: 'red' } as const;

/** The usage of every limit, with a note if one is near. */
export function UsageCards({ data }: { readonly data: PlanUsage }) {
  return (
    <>
      <Warnings data={data} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {LIMIT_NAMES.map((name) => (
          <UsageCard key={name} name={name} usage={data.usage[name]} />
        ))}
      </SimpleGrid>
    </>
  );
}

function Warnings({ data }: { readonly data: PlanUsage }) {
  const reached = COUNTED.filter((name) => data.usage[name].warning === 'reached');
  const users = data.usage.monthlyActiveUsers.warning === 'reached';
  const near = LIMIT_NAMES.filter((name) => data.usage[name].warning === 'near');
  const list = new Intl.ListFormat(LANGUAGE);
  return (
    <>
      {reached.length > 0 && (
        <Alert color="red" title="A limit is reached">
          {`${list.format(reached.map((name) => NAMES[name]))}: nothing can be added until something is removed or ${data.sold ? 'the plan is changed' : 'the operator of this server lifts the limit'}. Your links keep working.`}
        </Alert>
      )}
      {users && (
        <Alert
          color={data.plan.overageRatePer1k === null ? 'red' : 'yellow'}
          title="More active users than the plan has"
        >
          {`${overLimitText(data.plan.overageRatePer1k)} Your links keep working.`}
        </Alert>
      )}
      {near.length > 0 && (
        <Alert color="yellow" title="More than 80 % used">
          {`${list.format(near.map((name) => NAMES[name]))}. Your links keep working when the limit is reached.`}
        </Alert>
      )}
    </>
  );
}

/** Active users cannot be removed: those beyond the limit are paid for, or wait for the next month. */
function overLimitText(ratePer1k: number | null): string {
  return ratePer1k === null
    ? 'New installations are refused until the month ends or the plan is changed.'
    : 'Those beyond the limit are billed, by the started thousand.';
}

function UsageCard({
  name,
  usage,
}: {
  readonly name: LimitName;
  readonly usage: PlanUsage['usage'][LimitName];
}) {
  const { used, limit, warning } = usage;
  return (
    <section className="card" aria-label={NAMES[name]}>
      <Text size="sm" c="dimmed">
        {NAMES[name]}
      </Text>
      <Group gap={6} align="baseline">
        <Text fz={26} fw={650} className="number">
          {count(used)}
        </Text>
        {limit !== null && (
          <Text size="sm" c="dimmed">
            {`of ${count(limit)}`}
          </Text>
        )}
      </Group>
      {limit !== null && (
        <Progress
          mt="xs"
          value={Math.min(100, (used / Math.max(1, limit)) * 100)}
          color={COLOURS[warning]}
          aria-label={`${NAMES[name]} used`}
        />
      )}
    </section>
  );
}
