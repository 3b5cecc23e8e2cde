import type { Analytics } from '@fairlead/contract/operations/analytics';
import { Group, Tabs, Text, UnstyledButton } from '@mantine/core';
import { Card } from '../parts/Card.tsx';
import { count, percent } from '../parts/format.ts';
import type { FactList, Facts } from './facts.ts';

interface TopListsProps {
  readonly title: string;
  readonly lists: readonly FactList[];
  readonly data: Analytics;
  /** A value was chosen: only clicks with it are wanted. */
  readonly onChoose: (facts: Facts) => void;
}

/** Lists of the most common values, one at a time: side by side most of them would be white space. */
export function TopLists({ title, lists, data, onChoose }: TopListsProps) {
  // As high as the longest of them, so that nothing below moves when another one is shown.
  const most = Math.max(1, ...lists.map(({ list }) => data.topValues[list].length));
  return (
    <Card title={title}>
      <Tabs defaultValue={lists[0]?.title ?? null}>
        <Tabs.List mb="sm">
          {lists.map((each) => (
            <Tabs.Tab key={each.title} value={each.title} px="xs">
              {each.title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {lists.map((each) => (
          <Tabs.Panel key={each.title} value={each.title} mih={`${most * 2.4}rem`}>
            <List list={each} data={data} onChoose={onChoose} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}

interface ListProps extends Pick<TopListsProps, 'data' | 'onChoose'> {
  readonly list: FactList;
}

/** The most common values of one kind, with bars of their share. */
function List({ list: each, data, onChoose }: ListProps) {
  const { title, list, fact, of, nameOf, unknown, none } = each;
  const entries = data.topValues[list];
  const all = data.totals[of];
  const areKnown = entries.some(({ name }) => name !== null);
  if (entries.length === 0 || (none !== undefined && !areKnown)) {
    return (
      <Text size="sm" c="dimmed">
        {entries.length === 0 ? 'Nothing in this period yet.' : none}
      </Text>
    );
  }
  return (
    <ul className="bars" aria-label={title}>
      {entries.map(({ name, clicks }) => (
        <li key={name}>
          <UnstyledButton
            w="100%"
            onClick={() => onChoose({ [fact]: name ?? '' })}
            title={`Only ${name === null ? unknown : nameOf(name)}`}
          >
            <Group justify="space-between" gap="xs" wrap="nowrap" component="span">
              <Text span size="sm" className="truncate">
                {name === null ? unknown : nameOf(name)}
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
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
