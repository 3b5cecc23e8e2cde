import { Card } from '../../parts/Card.tsx';
import { count } from '../../parts/format.ts';
import styles from '../../parts/table.module.css';
import { type ImportReport, lossesOf } from './runSetup.ts';

/** What is lost or changed from the source, with the number of rows affected. */
export function Losses({ report }: { readonly report: ImportReport }) {
  const losses = lossesOf(report);
  if (losses.length === 0) return null;
  return (
    <Card title="Not kept, or changed">
      <div className={styles.scroller} tabIndex={0} role="group" aria-label="Not kept, or changed">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Rows</th>
              <th scope="col">What and why</th>
            </tr>
          </thead>
          <tbody>
            {losses.map(({ what, rows }) => (
              <tr key={what}>
                <td>{count(rows)}</td>
                <td className={styles.message}>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
