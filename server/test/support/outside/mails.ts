import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.ts';
import type { TestServer } from '../useServer.ts';

/** The mails that the server has written to an address, oldest first; waits until there are `count`. */
export function mailsTo(server: TestServer, to: string, count = 1): Promise<string[]> {
  return mailsIn(server.app.config.dataDir, to, count);
}

/** As `mailsTo`, of the server that keeps its files in `dataDir`. */
export async function mailsIn(dataDir: string, to: string, count = 1): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  let names: string[] = [];
  await until(`${count} mails to ${to}`, async () => {
    names = (await readdir(folder).catch(() => [])).filter(
      // One that is still being written ends otherwise.
      (name) => name.includes(to) && name.endsWith('.eml'),
    );
    return names.length >= count;
  });
  return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
}

/** The token in the address that a mail leads to. */
export function tokenIn(mail: string | undefined, page: string): string {
  const token = new URL(addressIn(mail, page)).searchParams.get('token');
  if (!token) throw new Error(`No token for ${page} in: ${mail}`);
  return token;
}

/** The address of a page that a mail leads to. */
export function addressIn(mail: string | undefined, page: string): string {
  // Quoted-printable breaks long lines with `=` and writes `=` as `=3D`.
  const text = (mail ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const found = text.match(/https?:\/\/\S+/g)?.find((url) => new URL(url).pathname === page);
  if (found === undefined) throw new Error(`No address of ${page} in: ${text}`);
  return found;
}
