import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError } from './CommandError.ts';

/** Where the server is, and the operator's credential. */
export interface Connection {
  readonly server: string;
  readonly token: string;
  /** Where the token came from, for the message if it is refused. */
  readonly tokenSource: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `--server`, FAIRLEAD_SERVER, PUBLIC_URL or this machine's PORT; `--token`, ADMIN_TOKEN or the one
 * that a server with its own database keeps in DATA_DIR (Rules: surfaces 7, surfaces 9).
 */
export async function readConnection(
  options: { readonly server?: string | undefined; readonly token?: string | undefined },
  env: Environment,
  repository: string,
): Promise<Connection> {
  const server = readServer(options.server, env);
  if (options.token) return { server, token: options.token, tokenSource: '--token' };
  if (env['ADMIN_TOKEN']) return { server, token: env['ADMIN_TOKEN'], tokenSource: 'ADMIN_TOKEN' };
  const file = join(resolve(repository, env['DATA_DIR'] || 'data'), 'admin-token');
  const token = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (token === '') {
    throw new CommandError(
      4,
      `No admin token: give --token, set ADMIN_TOKEN, or set DATA_DIR to the server's data folder (${file} is not readable).`,
    );
  }
  return { server, token, tokenSource: file };
}

/** The URL without a trailing slash; throws a CommandError if it is not a URL. */
export function readServer(chosen: string | undefined, env: Environment): string {
  const [source, text] = [
    ['--server', chosen],
    ['FAIRLEAD_SERVER', env['FAIRLEAD_SERVER']],
    ['PUBLIC_URL', env['PUBLIC_URL']],
  ].find(([, value]) => value !== undefined && value !== '') ?? [
    'PORT',
    `http://localhost:${env['PORT'] || '3000'}`,
  ];
  if (!URL.canParse(text ?? '') || !/^https?:/i.test(text ?? '')) {
    throw new CommandError(2, `${source}: "${text}" is no address such as http://localhost:3000`);
  }
  return (text ?? '').replace(/\/+$/, '');
}
