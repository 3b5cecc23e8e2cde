import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** The database, or a transaction on it: verbs accept either. */
export type Db = Kysely<Database> | Transaction<Database>;
