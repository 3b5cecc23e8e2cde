import type { Analytics } from '@fairlead/contract/operations/analytics';
import { Button, Group, Skeleton, Tabs, Text, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { Card } from '../parts/Card.tsx';
import { count, percent } from '../parts/format.ts';
import type { FactList } from './facts.ts';
import type { Facts } from './factsOfUrl.ts';
import { SaveMenu } from './SaveMenu.tsx';

const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }));

/** Entries of a list before all are asked for. */
const FIRST = 10;
const MAP = 'Map';

interface TopListsProps {
  readonly title: string;
  readonly lists: readonly FactList[];
  readonly data: Analytics;
  /** A value was chosen: only clicks with it are wanted. */
  readonly onChoose?: (facts: Facts) => void;
}

/** Lists of the most common values, one at a time: side by side most of them would be white space. */
export function TopLists({ title, lists, data, onChoose }: TopListsProps) {
  const [tab, setTab] = useState(lists[0]!.title);
  const drawing = useRef<HTMLDivElement>(null);
  const hasMap = lists.some(({ list }) => list === 'countries');
  const shown = lists.find((each) => each.title === tab) ?? lists[0]!;
  // As high as the longest of them, so that nothing below moves when another one is shown.
  const most = Math.max(
    1,
    ...lists.map(({ list }) => Math.min(FIRST, data.topValues[list].length)),
  );
  const height = `${(most + 1) * 2.4}rem`;
  return (
    <Card
      title={title}
      actions={
        <SaveMenu
          title={tab}
          about={`${data.from.slice(0, 10)} – ${data.to.slice(0, 10)}`}
          rows={() => rowsOf(shown, data)}
          {...(tab === MAP && { drawing })}
        />
      }
    >
      <Tabs value={tab} onChange={(next) => setTab(next ?? shown.title)} keepMounted={false}>
        <Tabs.List mb="sm">
          {[...lists.map((each) => each.title), ...(hasMap ? [MAP] : [])].map((name) => (
            <Tabs.Tab key={name} value={name} px="xs">
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {lists.map((each) => (
          <Tabs.Panel key={each.title} value={each.title} mih={height}>
            <List list={each} data={data} {...(onChoose && { onChoose })} />
          </Tabs.Panel>
        ))}
        {hasMap && (
          <Tabs.Panel value={MAP} mih={height} ref={drawing}>
            <Suspense fallback={<Skeleton height={260} aria-busy="true" />}>
              <WorldMap countries={data.topValues.countries} />
            </Suspense>
          </Tabs.Panel>
        )}
      </Tabs>
    </Card>
  );
}

function rowsOf({ title, list, of, nameOf, unknown }: FactList, data: Analytics) {
  return [
    [title, of === 'clicks' ? 'Clicks' : 'Previews'],
    ...data.topValues[list].map(({ name, clicks }) => [
      name === null ? unknown : nameOf(name),
      clicks,
    ]),
  ];
}

interface ListProps extends Pick<TopListsProps, 'data' | 'onChoose'> {
  readonly list: FactList;
}

/** The most common values of one kind, with bars of their share. */
function List({ list: each, data, onChoose }: ListProps) {
  const [isWhole, setWhole] = useState(false);
  const { title, list, of, none } = each;
  const entries = data.topValues[list];
  const areKnown = entries.some(({ name }) => name !== null);
  if (entries.length === 0 || (none !== undefined && !areKnown)) {
    return (
      <Text size="sm" c="dimmed">
        {entries.length === 0 ? 'Nothing in this period yet.' : none}
      </Text>
    );
  }
  const left = entries.length - FIRST;
  return (
    <>
      <ul className="bars" aria-label={title}>
        {(isWhole ? entries : entries.slice(0, FIRST)).map((entry) => (
          <li key={entry.name}>
            <Entry
              list={each}
              entry={entry}
              all={data.totals[of]}
              {...(onChoose && { onChoose })}
            />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${count(left)} more`}
        </Button>
      )}
    </>
  );
}

interface EntryProps extends Pick<ListProps, 'list' | 'onChoose'> {
  readonly entry: Analytics['topValues']['countries'][number];
  /** Clicks, or previews, of all values. */
  readonly all: number;
}

function Entry({
  list: { fact, nameOf, unknown },
  entry: { name, clicks },
  all,
  onChoose,
}: EntryProps) {
  const text = name === null ? unknown : nameOf(name);
  const content = (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap" component="span">
        <Text span size="sm" className="truncate">
          {text}
        </Text>
        <Text span size="sm" className="number" style={{ flexShrink: 0 }}>
          {count(clicks)}{' '}
          <Text span size="xs" c="dimmed">
            {percent(clicks, all)}
          </Text>
        </Text>
      </Group>
      <span className="bar-track" aria-hidden>
        <span className="bar" style={{ width: `${(clicks / Math.max(all, 1)) * 100}%` }} />
      </span>
    </>
  );
  if (onChoose === undefined) return content;
  return (
    <UnstyledButton
      w="100%"
      onClick={() => onChoose({ [fact]: name ?? '' })}
      title={`Only ${text}`}
    >
      {content}
    </UnstyledButton>
  );
}
