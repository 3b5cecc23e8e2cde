import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

/** Runs statements, which are prepared once. */
export interface Statements {
  readonly get: (text: string, ...values: SQLInputValue[]) => Row | undefined;
  readonly all: (text: string, ...values: SQLInputValue[]) => Row[];
  /** Returns the number of changed rows. */
  readonly run: (text: string, ...values: SQLInputValue[]) => number;
}
