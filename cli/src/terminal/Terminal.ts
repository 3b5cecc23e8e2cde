/** What a command reads and writes besides its result. */
export interface Terminal {
  /** Whether someone can answer questions. */
  readonly interactive: boolean;
  /** Columns of standard output; undefined if that is not a terminal. */
  readonly columns: number | undefined;
  /** Standard error. */
  readonly err: (text: string) => void;
  /** A line that the next one replaces; only on a terminal. Undefined clears it. */
  readonly status: (line: string | undefined) => void;
  readonly ask: (question: string) => Promise<string>;
  /** What is typed is not shown. */
  readonly askSecret: (question: string) => Promise<string>;
  /** Standard input until its end. */
  readonly readInput: () => Promise<Uint8Array>;
}
