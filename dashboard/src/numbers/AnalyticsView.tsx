import type { Analytics } from '@fairlead/contract/operations/analytics';
import { SimpleGrid, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Card } from '../parts/Card.tsx';
import { ClickOutcomes } from './ClickOutcomes.tsx';
import { CARDS, type Facts } from './facts.ts';
import { TopLists } from './TopLists.tsx';

const TimeChart = lazy(async () => ({ default: (await import('./TimeChart.tsx')).TimeChart }));

interface AnalyticsViewProps {
  readonly data: Analytics;
  /** What it is compared with. */
  readonly before: Analytics | undefined;
  /** A value of a list was chosen: only clicks with it are wanted. */
  readonly onChoose: (facts: Facts) => void;
}

/** Numbers in a time range, over time and by dimension; for a project or a link. */
export function AnalyticsView({ data, before, onChoose }: AnalyticsViewProps) {
  return (
    <>
      <Card title="Over time" about={`Times in ${data.timeZone}.`}>
        <Suspense fallback={<Skeleton height={260} aria-busy="true" />}>
          <TimeChart data={data} before={before} />
        </Suspense>
      </Card>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {CARDS.map((card) => (
          <TopLists key={card.title} {...card} data={data} onChoose={onChoose} />
        ))}
        <ClickOutcomes totals={data.totals} />
      </SimpleGrid>
    </>
  );
}
