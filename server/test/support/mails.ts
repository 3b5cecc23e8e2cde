import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestServer } from './useServer.ts';

/** The mails that the server has written to an address, oldest first; waits until there are `count`. */
export async function mailsTo(server: TestServer, to: string, count = 1): Promise<string[]> {
  const folder = join(server.app.config.dataDir, 'mail');
  for (let tries = 0; tries < 100; tries += 1) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(to));
    if (names.length >= count) {
      return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
    }
    await wait(30);
  }
  throw new Error(`No ${count} mails to ${to}`);
}

/** The token in the address that a mail leads to. */
export function tokenIn(mail: string | undefined, page: string): string {
  // Quoted-printable breaks long lines with `=` and writes `=` as `=3D`.
  const text = (mail ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const found = text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === page);
  const token = found && new URL(found).searchParams.get('token');
  if (!token) throw new Error(`No token for ${page} in: ${text}`);
  return token;
}
