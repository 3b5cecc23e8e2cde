import type { EventDimension, EventNumbers, EventReturn } from '@fairlead/contract/eventNumbers';
import { countryName } from '@fairlead/contract/ruleWords';
import { Table } from '@mantine/core';
import { useProjectId } from '../../api/project.ts';
import { count, dayName, decimal, percent } from '../../parts/format.ts';
import { TextLink } from '../../parts/links.tsx';
import { type Credit, DIMENSIONS } from './eventsSearch.ts';
import { moneyText } from './money.ts';

type Group = EventNumbers['groups'][number];

interface EventGroupsProps {
  readonly groups: readonly Group[];
  readonly by: EventDimension;
  readonly credit: Credit;
}

/** Only where something was spent. */
const COST_COLUMNS = [
  ['Cost', ({ cost }: Group) => moneyText(cost)],
  ['Return on cost', ({ return: returns }: Group) => returns.map(returnText).join(' · ')],
] as const;

/** Such as "1.5 EUR": revenue for each unit spent. */
function returnText({ currency, ratio }: EventReturn): string {
  return ratio === null ? 'Undefined' : `${decimal(ratio)} ${currency}`;
}

/** Events, people, conversion and revenue of each group. */
export function EventGroups({ groups, by, credit }: EventGroupsProps) {
  const columns = [
    ['Events', ({ events }: Group) => count(events)],
    ['People', ({ people }: Group) => count(people)],
    [credit === 'reengagement' ? 'Returns' : 'Installs', ({ installs }: Group) => count(installs)],
    ['Conversion', ({ converted, installs }: Group) => percent(converted, installs)],
    ['Revenue', ({ revenue }: Group) => moneyText(revenue)],
    ...(groups.some(({ cost }) => cost.length > 0) ? COST_COLUMNS : []),
  ] as const;
  return (
    <Table aria-label="Events by group" className="changes numbers">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{DIMENSIONS[by].label}</Table.Th>
          {columns.map(([label]) => (
            <Table.Th key={label}>{label}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Table.Tr key={group.value}>
            <Table.Th scope="row" fw={500} className="break">
              <GroupName group={group} by={by} />
            </Table.Th>
            {columns.map(([label, textOf]) => (
              <Table.Td key={label} data-label={label} className="number">
                {textOf(group)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function GroupName({
  group: { value, title },
  by,
}: Pick<EventGroupsProps, 'by'> & { readonly group: Group }) {
  const projectId = useProjectId();
  if (value === null) return DIMENSIONS[by].without;
  if (by === 'day') return dayName(value);
  if (by === 'country') return countryName(value);
  if (by !== 'link') return title ?? value;
  return (
    <TextLink to="/p/$projectId/links/$linkId" params={{ projectId, linkId: value }} fz="inherit">
      {title ?? value}
    </TextLink>
  );
}
