import { type CallServer, createCallServer } from './callServer.ts';
import { CommandError } from './CommandError.ts';
import { COMMANDS } from './commands.ts';
import { parseCommandLine } from './parseCommandLine.ts';
import { readConnection } from './readConnection.ts';
import { createServerProgram } from './runServerProgram.ts';
import { renderCommandHelp, renderOverview } from './renderHelp.ts';

export interface CommandLine {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that a relative DATA_DIR counts from. */
  readonly repository: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs one command. Exit status: 0 done; 1 not reachable, refused, or a problem found; 2 not understood. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  try {
    const { text, status } = await answer(line);
    line.out(text);
    return status;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    line.err(`${error.message}\n`);
    return error.exitStatus;
  }
}

interface Answer {
  /** What goes to standard output. */
  readonly text: string;
  readonly status: 0 | 1;
}

async function answer(line: CommandLine): Promise<Answer> {
  const [first, ...rest] = line.argv;
  if (first === undefined || first === '--help' || first === '-h') {
    return asText(renderOverview(COMMANDS));
  }
  if (first === 'help') {
    if (rest.length === 0) return asText(renderOverview(COMMANDS));
    return asText(renderCommandHelp(parseCommandLine([...rest, '--help'], COMMANDS).command));
  }
  const { command, values, parameters, common } = parseCommandLine(line.argv, COMMANDS);
  if (common.help) return asText(renderCommandHelp(command));
  // Not every command needs a server, nor its token.
  const call: CallServer = async (...request) =>
    createCallServer(await readConnection(common, line.env, line.repository))(...request);
  const program = createServerProgram(line);
  const result = await command.run(call, values, parameters, program);
  const status = command.failed?.(result) === true ? 1 : 0;
  if (common.json) return { text: `${JSON.stringify(result)}\n`, status };
  return { ...asText(command.render(result)), status };
}

function asText(lines: readonly string[]): Answer {
  return { text: `${lines.join('\n')}\n`, status: 0 };
}
