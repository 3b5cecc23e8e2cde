import type { Analytics } from '@fairlead/contract/operations/analytics';
import { Group, Text } from '@mantine/core';
import { Card } from '../parts/Card.tsx';
import { count, percent } from '../parts/format.ts';

/** From a click to an install, and those who came back. */
export function Funnel({ totals }: { readonly totals: Analytics['totals'] }) {
  const steps = [
    { label: 'Clicks', value: totals.clicks, about: 'visits by people' },
    { label: 'Opened the app', value: totals.opens, about: 'clicks that opened it' },
    { label: 'Installs', value: totals.installs, about: 'first opens credited to a click' },
    {
      label: 'Returning',
      value: totals.returningUsers,
      about: 'opens by people who had the app before the click',
    },
  ];
  const most = Math.max(1, ...steps.map((step) => step.value));
  return (
    <Card title="From click to app" about="Each step beside the clicks it comes from.">
      <ul className="bars">
        {steps.map(({ label, value, about }) => (
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
