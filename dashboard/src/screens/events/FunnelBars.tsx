import type { Funnel } from '@fairlead/contract/eventNumbers';
import { Group, Text } from '@mantine/core';
import { count, percent } from '../../parts/format.ts';
import './events.css';

type Step = Funnel['steps'][number];

/** The steps of a funnel, each with how many people came as far as that. */
export function FunnelBars({ steps }: { readonly steps: readonly Step[] }) {
  const first = steps[0]?.people ?? 0;
  return (
    <ol className="steps" aria-label="How far people get">
      {steps.map((step, index) => (
        <li key={step.name}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text span size="sm" fw={500} className="truncate">
              {`${count(index + 1)}. ${step.name}`}
            </Text>
            <Text span size="sm" fw={600} className="number" style={{ flexShrink: 0 }}>
              {count(step.people)}
            </Text>
          </Group>
          <span className="bar-track step-bar" aria-hidden>
            <span
              className="bar"
              style={{ width: `${(step.people / Math.max(first, 1)) * 100}%` }}
            />
          </span>
          <Text size="xs" c="dimmed" className="number" mt={2}>
            {index === 0
              ? 'People who began'
              : sharesText(step.people, steps[index - 1]!.people, first)}
          </Text>
        </li>
      ))}
    </ol>
  );
}

function sharesText(people: number, before: number, first: number): string {
  return `${percent(people, first)} of the first step, ${percent(people, before)} of the one before`;
}
