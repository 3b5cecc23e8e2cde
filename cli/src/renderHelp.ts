import type { Command, CommandOptions } from './command.ts';
import { COMMON_OPTIONS } from './parseCommandLine.ts';

const CALL = 'npm run --silent fairlead --';

/** All commands, a line each. */
export function renderOverview(commands: readonly Command[]): string[] {
  return [
    `${CALL} COMMAND [options]`,
    '',
    ...renderColumns(commands.map(({ name, summary }) => [name, summary])),
    '',
    ...renderOptions(COMMON_OPTIONS),
    '',
    'The server is --server, FAIRLEAD_SERVER, PUBLIC_URL or http://localhost:PORT (3000).',
    'The admin token is --token, ADMIN_TOKEN or the file admin-token in DATA_DIR (./data).',
    `More about a command: ${CALL} COMMAND --help`,
  ];
}

export function renderCommandHelp(command: Command): string[] {
  const parameters = (command.parameters ?? []).map((name) => ` ${name}`).join('');
  const required = Object.entries(command.options)
    .filter(([, option]) => option.required === true)
    .map(([name, option]) => ` --${name} ${option.value}`)
    .join('');
  return [
    `${CALL} ${command.name}${parameters}${required} [options]`,
    '',
    command.summary,
    '',
    ...renderOptions({ ...command.options, ...COMMON_OPTIONS }),
  ];
}

/** Rows as text, the first column as wide as its longest cell. */
export function renderColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}

function renderOptions(options: CommandOptions): string[] {
  return renderColumns(
    Object.entries(options).map(([name, option]) => [
      `--${name}${option.kind === 'flag' ? '' : ` ${option.value}`}`,
      option.kind === 'texts' ? `${option.help}; may be repeated` : option.help,
    ]),
  );
}
