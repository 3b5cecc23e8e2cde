import type { LinkResults } from '@fairlead/contract/operations/rules';
import { Table, Text } from '@mantine/core';
import { count } from '../../../parts/format.ts';
import { ledBy, routeText } from './routeName.ts';

const COLUMNS = [
  ['clicks', 'Visits'],
  ['people', 'People'],
  ['opens', 'App opens'],
  ['installs', 'Installs'],
] as const;

/** Visits, people, opens and installs of each rule and variant. */
export function RouteNumbers({ routes }: Pick<LinkResults, 'routes'>) {
  return (
    <Table aria-label="By rule and variant" className="changes numbers">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Led by</Table.Th>
          {COLUMNS.map(([field, label]) => (
            <Table.Th key={field}>{label}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {routes.map((route) => (
          <Table.Tr key={routeText(route)}>
            <Table.Th scope="row" fw={500} className="break">
              {ledBy(routeText(route))}
              {!route.current && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  no longer there
                </Text>
              )}
            </Table.Th>
            {COLUMNS.map(([field, label]) => (
              <Table.Td key={field} data-label={label} className="number">
                {count(route[field])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
