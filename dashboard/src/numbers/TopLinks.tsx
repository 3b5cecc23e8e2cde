import type { Analytics } from '@fairlead/contract/operations/analytics';
import { listProjectLinks, type ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { SegmentedControl, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/queries.ts';
import { Card } from '../parts/Card.tsx';
import { comparedWith, count } from '../parts/format.ts';
import { ButtonLink, TextLink } from '../parts/links.tsx';
import { Loaded, Waiting } from '../parts/states.tsx';
import { FolderSelect } from '../screens/links/folders/FolderSelect.tsx';
import type { Facts } from './factsOfUrl.ts';
import { isRunning } from './numbersWindow.ts';
import { SaveMenu } from './SaveMenu.tsx';

interface TopLinksProps {
  readonly projectId: string;
  readonly data: Analytics;
  /** What it is compared with. */
  readonly before: Analytics | undefined;
  /** Only clicks with these are counted. */
  readonly facts: Facts;
}

const ORDERS = [
  { value: 'clickCount', label: 'Most clicks' },
  { value: 'installCount', label: 'Most installs' },
] as const;
type Order = (typeof ORDERS)[number]['value'];

const NUMBERS = [
  { stat: 'clicks', label: 'Clicks' },
  { stat: 'opens', label: 'Opens' },
  { stat: 'installs', label: 'Installs' },
] as const;

const SHOWN = 10;
/** Milliseconds between two looks: they are counted for the whole project. */
const AGAIN = 60_000;
const TITLE = 'Links';

/** The links that brought most, with what each of them brought before. */
export function TopLinks({ projectId, data, before, facts }: TopLinksProps) {
  const [order, setOrder] = useState<Order>('clickCount');
  const [filters, setFilters] = useState<{ readonly folder?: string }>({});
  const isWhole = Object.keys(facts).length === 0;
  const range = rangeOf(data);
  const top = useQuery({
    ...ask(listProjectLinks, {
      params: { projectId },
      query: { ...range, ...filters, ...facts, sortBy: order, sortOrder: 'desc', limit: SHOWN },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN,
  });
  const shown = (top.data?.links ?? []).filter(({ stats }) => isWhole || hasAny(stats));
  const earlier = useEarlier({ projectId, facts }, shown, before);
  return (
    <Card
      title={TITLE}
      actions={
        <>
          <FolderSelect filters={filters} onChange={setFilters} />
          <SegmentedControl
            aria-label="Order of the links"
            size="xs"
            data={ORDERS.map((each) => ({ ...each }))}
            value={order}
            onChange={(chosen) => setOrder(chosen)}
          />
          <SaveMenu
            title={TITLE}
            about={`${data.from.slice(0, 10)} – ${data.to.slice(0, 10)}`}
            rows={() => rowsOf(shown, earlier)}
          />
        </>
      }
    >
      <Loaded query={top} waiting={<Waiting rows={4} height={32} />}>
        {() => <Links projectId={projectId} links={shown} earlier={earlier} />}
      </Loaded>
      {isWhole && (
        <ButtonLink
          to="/p/$projectId/links"
          params={{ projectId }}
          search={{ ...range, ...filters, sortBy: order, show: 'all' }}
          variant="subtle"
          size="compact-sm"
          mt="xs"
          ml={-8}
        >
          All links in this period
        </ButtonLink>
      )}
    </Card>
  );
}

/** Without an end where it is the present: each look at the numbers has another one, and the list would be asked for every time. */
const rangeOf = (data: Analytics) => ({
  activeAfter: data.from,
  ...(!isRunning(data) && { activeBefore: data.to }),
});

type Stats = ProjectLink['stats'];
const hasAny = (stats: Stats) => NUMBERS.some(({ stat }) => stats[stat] > 0);
type Earlier = ReadonlyMap<string, Stats> | undefined;

/** The numbers of the same links in the time before; undefined without one, and until they are there. */
function useEarlier(
  { projectId, facts }: Pick<TopLinksProps, 'projectId' | 'facts'>,
  links: readonly ProjectLink[],
  before: Analytics | undefined,
): Earlier {
  const ids = links.map(({ id }) => id).toSorted();
  const { data } = useQuery({
    ...ask(listProjectLinks, {
      params: { projectId },
      query: {
        ...(before && { activeAfter: before.from, activeBefore: before.to }),
        ...facts,
        ids: ids.join(),
        limit: SHOWN,
      },
    }),
    gcTime: AGAIN,
    enabled: before !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  if (before === undefined || data === undefined) return undefined;
  return new Map(data.links.map(({ id, stats }) => [id, stats]));
}

interface LinksProps {
  readonly projectId: string;
  readonly links: readonly ProjectLink[];
  readonly earlier: Earlier;
}

function Links({ projectId, links, earlier }: LinksProps) {
  if (links.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No links.
      </Text>
    );
  }
  return (
    <Table aria-label="Links and what they brought" layout="fixed" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Link</Table.Th>
          {NUMBERS.map(({ stat, label }) => (
            <Table.Th key={stat} scope="col" ta="right" w="22%">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {links.map((link) => (
          <Table.Tr key={link.id}>
            <Table.Th scope="row" fw={400}>
              <TextLink
                to="/p/$projectId/links/$linkId"
                params={{ projectId, linkId: link.id }}
                size="sm"
                display="block"
                className="truncate"
              >
                {link.name ?? link.slug}
              </TextLink>
            </Table.Th>
            {NUMBERS.map(({ stat }) => (
              <Table.Td key={stat} ta="right" className="number" valign="top">
                {count(link.stats[stat])}
                {earlier && (
                  <Text size="xs" c="dimmed">
                    {comparedWith(earlier.get(link.id)?.[stat] ?? 0, link.stats[stat])}
                  </Text>
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function rowsOf(links: readonly ProjectLink[], earlier: Earlier): (string | number)[][] {
  const compared = earlier === undefined ? [] : NUMBERS.map(({ label }) => `${label} before`);
  return [
    ['Link', 'Short link', ...NUMBERS.map(({ label }) => label), ...compared],
    ...links.map(({ id, name, slug, shortUrl, stats }) => [
      name ?? slug,
      shortUrl,
      ...NUMBERS.map(({ stat }) => stats[stat]),
      ...(earlier === undefined ? [] : NUMBERS.map(({ stat }) => earlier.get(id)?.[stat] ?? 0)),
    ]),
  ];
}
