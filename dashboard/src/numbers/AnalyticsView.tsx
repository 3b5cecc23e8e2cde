import './numbers.css';
import type { Analytics } from '@fairlead/contract/operations/analytics';
import { SimpleGrid, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { Card } from '../parts/Card.tsx';
import { axisMoment, localDay } from '../parts/format.ts';
import { ClickOutcomes } from './ClickOutcomes.tsx';
import { CARDS } from './facts.ts';
import type { Facts } from './factsOfUrl.ts';
import { notesOf, type ShownAnnotation } from './notes/notesOf.ts';
import { SaveMenu } from './SaveMenu.tsx';
import { TopLists } from './TopLists.tsx';

const TimeChart = lazy(async () => ({ default: (await import('./TimeChart.tsx')).TimeChart }));

const TITLE = 'Over time';

interface AnalyticsViewProps {
  readonly data: Analytics;
  /** What it is compared with. */
  readonly before: Analytics | undefined;
  readonly annotations: readonly ShownAnnotation[];
  /** A value of a list was chosen: only clicks with it are wanted. Undefined where nothing can be asked. */
  readonly onChoose?: (facts: Facts) => void;
  /** Beside the heading of the chart. */
  readonly now?: ReactNode;
  /** Below the chart. */
  readonly notes?: ReactNode;
  /** Between the chart and the lists. */
  readonly links?: ReactNode;
  readonly hours?: ReactNode;
  /** Further items of the menu that saves the numbers. */
  readonly more?: ReactNode;
}

/** Numbers in a time range, over time and by dimension. */
export function AnalyticsView(props: AnalyticsViewProps) {
  const { data, before, annotations, onChoose, now, notes, links, hours, more } = props;
  const drawing = useRef<HTMLDivElement>(null);
  const about = [
    `Times in ${data.timeZone}.`,
    ...(before === undefined ? [] : [`Compared with ${spanOf(before)}.`]),
  ].join(' ');
  return (
    <>
      <Card
        title={TITLE}
        about={about}
        actions={
          <>
            {now}
            <SaveMenu
              title={TITLE}
              about={about}
              rows={() => seriesRows(data, before)}
              drawing={drawing}
              more={more}
            />
          </>
        }
      >
        <div ref={drawing}>
          <Suspense fallback={<Skeleton height={260} aria-busy="true" />}>
            <TimeChart data={data} before={before} notes={notesOf(data, annotations)} />
          </Suspense>
        </div>
        {notes}
      </Card>
      {links}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {CARDS.map((card) => (
          <TopLists key={card.title} {...card} data={data} {...(onChoose && { onChoose })} />
        ))}
        {hours}
        <ClickOutcomes totals={data.totals} />
      </SimpleGrid>
    </>
  );
}

/** "Mar 1, 2026 – Mar 31, 2026": the days of numbers, up to the last that they have anything of. */
function spanOf({ from, to }: Analytics): string {
  const last = new Date(Date.parse(to) - 1);
  return [...new Set([localDay(new Date(from)), localDay(last)])].join(' – ');
}

function seriesRows({ series, interval }: Analytics, before: Analytics | undefined) {
  const compared = before === undefined ? [] : ['Clicks before'];
  return [
    ['From', 'Name', 'Clicks', 'App opens', 'Installs', ...compared],
    ...series.map(({ at, clicks, opens, installs }, place) => [
      at,
      axisMoment(at, interval),
      clicks,
      opens,
      installs,
      ...(before === undefined ? [] : [before.series[place]?.clicks ?? '']),
    ]),
  ];
}
