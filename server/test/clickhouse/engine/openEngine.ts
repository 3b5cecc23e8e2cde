import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ENGINE_FOLDER } from './installEngine.ts';

export interface Statement {
  readonly text: string;
  /** Rows of an INSERT, in the format that its text names. */
  readonly data: Buffer | undefined;
  readonly database: string;
  readonly settings: Readonly<Record<string, string>>;
}

interface Output {
  /** Called before anything is written, once the statement is known to succeed so far. */
  begin(): void;
  write(chunk: Uint8Array): Promise<void>;
}

export interface Engine {
  /** Runs one statement at a time, in the order of the calls. */
  run(statement: Statement, output: Output): Promise<void>;
  close(): void;
}

export class EngineError extends Error {
  readonly code: number;
  readonly type: string;
  constructor(code: number, message: string, type: string) {
    super(message);
    this.code = code;
    this.type = type;
  }
}

/** The part of chdb's session that is used. */
interface Session {
  queryAsync(text: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
  queryStream(text: string, options: { format: string }): AsyncIterable<{ raw(): Uint8Array }>;
  close(): void;
}

const FORMAT = /\s+FORMAT\s+(\w+)\s*;?\s*$/i;
const READING = /^\s*(?:select|with|show|describe|exists|explain)\b/i;

/** ClickHouse in this process, on a folder of its own. */
export function openEngine(folder: string): Engine {
  const require = createRequire(join(ENGINE_FOLDER, 'package.json'));
  const { Session: Opened } = require('chdb') as { Session: new (path: string) => Session };
  mkdirSync(folder, { recursive: true });
  const session = new Opened(join(folder, 'data'));
  let last: Promise<void> = Promise.resolve();
  let files = 0;
  const current = { database: '', settings: new Map<string, string>() };

  async function command(text: string): Promise<void> {
    await session.queryAsync(text, { format: 'TabSeparated' });
  }

  async function runAlone(statement: Statement, output: Output): Promise<void> {
    await setUp(statement);
    if (statement.data !== undefined) await insert(statement.text, statement.data, output);
    else await ask(statement.text, output);
  }

  /** There is one session: what a statement before it has set is set back. */
  async function setUp({ database, settings }: Statement): Promise<void> {
    if (database !== current.database) await command(`USE ${quoteName(database)}`);
    current.database = database;
    for (const name of current.settings.keys()) {
      if (settings[name] !== undefined || name.startsWith('param_')) continue;
      await command(`SET ${name} = DEFAULT`);
      current.settings.delete(name);
    }
    for (const [name, value] of Object.entries(settings)) {
      if (current.settings.get(name) === value) continue;
      await command(`SET ${name} = ${quoteText(value)}`);
      current.settings.set(name, value);
    }
  }

  /** From a file: what is given to the engine directly is cut at 1 MiB. */
  async function insert(text: string, data: Buffer, output: Output): Promise<void> {
    const file = join(folder, `insert-${(files += 1)}`);
    writeFileSync(file, data);
    try {
      await command(text.replace(FORMAT, ` FROM INFILE ${quoteText(file)} FORMAT $1`));
      output.begin();
    } finally {
      rmSync(file);
    }
  }

  async function ask(text: string, output: Output): Promise<void> {
    const format = FORMAT.exec(text)?.[1] ?? 'TabSeparated';
    const bare = text.replace(FORMAT, '');
    if (!READING.test(bare)) {
      await command(bare);
      return output.begin();
    }
    let begun = false;
    for await (const chunk of session.queryStream(bare, { format })) {
      if (!begun) output.begin();
      begun = true;
      await output.write(chunk.raw());
    }
    if (!begun) output.begin();
  }

  return {
    run(statement, output) {
      const run = last
        .then(() => runAlone(statement, output))
        .catch((error: unknown) => {
          throw readError(error);
        });
      last = run.catch(() => undefined);
      return run;
    },
    close: () => session.close(),
  };
}

function readError(error: unknown): EngineError {
  const text = error instanceof Error ? error.message : String(error);
  const match = /Code: (\d+)\. DB::Exception: (.*) \((\w+)\)/s.exec(text);
  return match
    ? new EngineError(Number(match[1]), match[2]!, match[3]!)
    : new EngineError(0, text, 'UNKNOWN');
}

function quoteName(name: string): string {
  return `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
}

function quoteText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
