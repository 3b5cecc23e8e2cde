import type { ClickHouse } from './ClickHouse.ts';
import { localName, onCluster } from './schema.ts';

/**
 * Changes rows that are stored, or deletes them (`DELETE WHERE …`), everywhere when it resolves. Deletions are mutations, not lightweight
 * deletes: those only mark rows, which then stay on the disk until some later merge, and what a person or a project no longer has must be
 * gone when the deletion has answered. A mutation rewrites the parts that have such rows. Roll-ups do not follow deletions, as numbers
 * must not.
 */
export function mutate(ch: ClickHouse, table: string, change: string): Promise<void> {
  return ch.run(`ALTER TABLE ${localName(table, ch.place)}${onCluster(ch.place)} ${change}`);
}
