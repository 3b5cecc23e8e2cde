import type { getDomainFirebase } from '@fairlead/contract/operations/dashboard/domains';
import { Text } from '@mantine/core';
import type { BodyFor } from '../../api/call.ts';
import { count } from '../../parts/format.ts';
import styles from '../../parts/table.module.css';
import { When } from '../../parts/When.tsx';

/** How often long links were opened, by destination host and campaign. */
export function LongLinks({ longLinks }: Pick<BodyFor<typeof getDomainFirebase>, 'longLinks'>) {
  if (longLinks.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No long link was opened yet. Clicks are listed here by destination host and campaign.
      </Text>
    );
  }
  return (
    <div className={styles.scroller} tabIndex={0} role="group" aria-label="Clicks on long links">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Destination host</th>
            <th scope="col">Campaign</th>
            <th scope="col">Clicks</th>
            <th scope="col">Last click</th>
          </tr>
        </thead>
        <tbody>
          {longLinks.map(({ host, campaign, clicks, lastClickedAt }) => (
            <tr key={`${host} ${campaign}`}>
              <th scope="row" className={styles.message}>
                {host}
              </th>
              <td>{campaign === '' ? '–' : campaign}</td>
              <td>{count(clicks)}</td>
              <td>{lastClickedAt === null ? '–' : <When at={lastClickedAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
