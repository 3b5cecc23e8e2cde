import { Client } from 'pg';
import type { Product } from '../support/product.ts';

/** What no screen can do, such as letting time pass. */
export async function askDatabase(
  { connectionString }: Product,
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
