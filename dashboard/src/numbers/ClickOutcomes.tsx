import type { Analytics } from '@fairlead/contract/operations/analytics';
import { Group, Text } from '@mantine/core';
import { Card } from '../parts/Card.tsx';
import { count, percent } from '../parts/format.ts';

/** Conversions. Not steps of one funnel: people who install the app have not opened it before. */
export function ClickOutcomes({ totals }: { readonly totals: Analytics['totals'] }) {
  const outcomes = [
    { label: 'Clicks', value: totals.clicks, about: 'visits by people' },
    {
      label: 'New installs',
      value: totals.installs,
      about: 'first opens of the app credited to a click',
    },
    {
      label: 'Opened the installed app',
      value: totals.opens,
      about: 'clicks that went straight into it',
    },
    {
      label: 'Returning users',
      value: totals.returningUsers,
      about: 'opens by people who had the app before the click',
    },
  ];
  const most = Math.max(1, ...outcomes.map(({ value }) => value));
  return (
    <Card title="Conversions" about="Each as a share of all clicks.">
      <ul className="bars">
        {outcomes.map(({ label, value, about }) => (
          <li key={label}>
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-end">
              <Text size="sm">
                {label}{' '}
                <Text span size="xs" c="dimmed">
                  {about}
                </Text>
              </Text>
              <Text size="sm" className="number" style={{ flexShrink: 0 }}>
                {count(value)}{' '}
                <Text span size="xs" c="dimmed">
                  {percent(value, totals.clicks)}
                </Text>
              </Text>
            </Group>
            <div className="bar-track" aria-hidden style={{ height: 14 }}>
              <div className="bar" style={{ width: `${(value / most) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
