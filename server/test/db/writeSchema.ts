/** `npm run schema`: writes server/schema.sql from a database that the migrations have made. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSchema } from '#platform/db/migrations/describeSchema.ts';
import { useDatabase } from '../support/database.ts';
import { closeProcess } from '../support/run/endings.ts';

export const SCHEMA_FILE = join(import.meta.dirname, '../../schema.sql');

if (import.meta.main) {
  const { pool } = await useDatabase();
  await writeFile(SCHEMA_FILE, await describeSchema(pool));
  await closeProcess();
}
