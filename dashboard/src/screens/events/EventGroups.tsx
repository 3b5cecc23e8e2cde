import type { EventDimension, EventNumbers, EventReturn } from '@fairlead/contract/eventNumbers';
import type { SharedEvents } from '@fairlead/contract/operations/dashboard/shares';
import { countryName } from '@fairlead/contract/ruleWords';
import { Table } from '@mantine/core';
import { count, dayName, decimal, percent } from '../../parts/format.ts';
import { TextLink } from '../../parts/links.tsx';
import { type Credit, DIMENSIONS, SPEAKERS } from './eventsSearch.ts';
import { HIDDEN, moneyText } from './money.ts';

/** On a page for others without what is spent, and without some cells. */
type Group = SharedEvents['groups'][number] &
  Partial<Pick<EventNumbers['groups'][number], 'cost' | 'return'>>;

interface EventGroupsProps {
  readonly groups: readonly Group[];
  readonly by: EventDimension;
  readonly credit: Credit;
  /** Whose links are pages for the reader. */
  readonly projectId?: string | undefined;
}

/** Only where something was spent. */
const COST_COLUMNS = [
  ['Cost', ({ cost = [] }: Group) => moneyText(cost)],
  ['Return on cost', ({ return: returns = [] }: Group) => returns.map(returnText).join(' · ')],
] as const;

/** Such as "1.5 EUR": revenue for each unit spent. */
function returnText({ currency, ratio }: EventReturn): string {
  return ratio === null ? 'Undefined' : `${decimal(ratio)} ${currency}`;
}

const cellText = (value: number | null) => (value === null ? HIDDEN : count(value));
export const conversionText = ({ converted, installs }: Pick<Group, 'converted' | 'installs'>) =>
  converted === null || installs === null ? HIDDEN : percent(converted, installs);

/** Events, people, conversion and revenue of each group. */
export function EventGroups({ groups, by, credit, projectId }: EventGroupsProps) {
  const columns = [
    ['Events', ({ events }: Group) => cellText(events)],
    ['People', ({ people }: Group) => cellText(people)],
    [
      credit === 'reengagement' ? 'Returns' : 'Installs',
      ({ installs }: Group) => cellText(installs),
    ],
    ['Conversion', conversionText],
    ['Revenue', ({ revenue }: Group) => moneyText(revenue)],
    ...(groups.some(({ cost = [] }) => cost.length > 0) ? COST_COLUMNS : []),
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
            <Table.Th scope="row" fw={600} className="break">
              <GroupName group={group} by={by} projectId={projectId} />
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
  projectId,
}: Pick<EventGroupsProps, 'by' | 'projectId'> & { readonly group: Group }) {
  if (value === null) return DIMENSIONS[by].without;
  if (by === 'day') return dayName(value);
  if (by === 'country') return countryName(value);
  if (by === 'saidBy') return SPEAKERS[value as keyof typeof SPEAKERS];
  if (by !== 'link' || projectId === undefined) return title ?? value;
  return (
    <TextLink to="/p/$projectId/links/$linkId" params={{ projectId, linkId: value }} fz="inherit">
      {title ?? value}
    </TextLink>
  );
}
