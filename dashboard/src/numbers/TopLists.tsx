import { Group, Tabs, Text } from '@mantine/core';
import { Card } from '../parts/Card.tsx';
import { count, percent } from '../parts/format.ts';

interface TopList {
  readonly title: string;
  /** Values with how often each occurred. */
  readonly entries: readonly { readonly name: string | null; readonly clicks: number }[];
  /** The total for the shares. */
  readonly all: number;
  /** The label for entries without a name. */
  readonly unknown?: string;
  readonly nameOf?: (name: string) => string;
}

interface TopListsProps {
  readonly title: string;
  readonly lists: readonly TopList[];
}

/** Lists of the most common values, one at a time: side by side most of them would be white space. */
export function TopLists({ title, lists }: TopListsProps) {
  // As high as the longest of them, so that nothing below moves when another one is shown.
  const most = Math.max(1, ...lists.map(({ entries }) => entries.length));
  return (
    <Card title={title}>
      <Tabs defaultValue={lists[0]?.title ?? null}>
        <Tabs.List mb="sm">
          {lists.map((list) => (
            <Tabs.Tab key={list.title} value={list.title} px="xs">
              {list.title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {lists.map((list) => (
          <Tabs.Panel key={list.title} value={list.title} mih={`${most * 2.4}rem`}>
            <List {...list} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}

/** The most common values of one kind, with bars of their share. */
function List({ title, entries, all, unknown = 'Unknown', nameOf = (name) => name }: TopList) {
  if (entries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing in this period yet.
      </Text>
    );
  }
  return (
    <ul className="bars" aria-label={title}>
      {entries.map(({ name, clicks }) => (
        <li key={name}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" className="truncate" title={name ?? unknown}>
              {name === null ? unknown : nameOf(name)}
            </Text>
            <Text size="sm" className="number" style={{ flexShrink: 0 }}>
              {count(clicks)}{' '}
              <Text span size="xs" c="dimmed">
                {percent(clicks, all)}
              </Text>
            </Text>
          </Group>
          <div className="bar-track" aria-hidden>
            <div className="bar" style={{ width: `${(clicks / Math.max(all, 1)) * 100}%` }} />
          </div>
        </li>
      ))}
    </ul>
  );
}
