import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from './Terminal.ts';

/** The terminal of this process; questions go to standard error, so that standard output stays clean. */
export function openTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  const ask = async (question: string, hidden: boolean): Promise<string> => {
    const output = hidden ? silence() : stderr;
    const lines = createInterface({ input: stdin, output, terminal: true });
    // Not earlier: the terminal itself would echo what is typed.
    if (hidden) stderr.write(question);
    try {
      return await lines.question(hidden ? '' : question);
    } finally {
      lines.close();
      if (hidden) stderr.write('\n');
    }
  };
  return {
    interactive: stdin.isTTY && stderr.isTTY,
    columns: stdout.isTTY ? stdout.columns : undefined,
    err: (text) => void stderr.write(text),
    status(line) {
      if (stderr.isTTY) stderr.write(`\r\u001B[K${line ?? ''}`);
    },
    ask: (question) => ask(question, false),
    askSecret: (question) => ask(question, true),
    async readInput() {
      const chunks: Buffer[] = [];
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    },
  };
}

function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
