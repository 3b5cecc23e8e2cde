import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { endings } from '../run/endings.ts';
import { findProgram, skipWithout } from './findProgram.ts';
import { makeTestFolder } from '../startTestServer.ts';
import { until } from '../until.ts';

const PGBOUNCER = findProgram('pgbouncer', 'PGBOUNCER');

/** For tests that need PgBouncer (Debian's `pgbouncer`). */
export const withPooler = {
  skip: skipWithout(PGBOUNCER, 'needs PgBouncer: apt-get install pgbouncer'),
};

/** PgBouncer in front of a database; answers the way through it. It takes startup parameters that it does not pass on. */
export async function openPooler(
  connectionString: string,
  mode: 'transaction' | 'session',
): Promise<string> {
  const target = new URL(connectionString);
  const folder = await makeTestFolder();
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const database = target.pathname.slice(1);
  await writeFile(
    file,
    `[databases]
${database} = host=${target.hostname} port=${target.port} dbname=${database} user=${target.username} password=${decodeURIComponent(target.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = options, extra_float_digits
`,
  );
  await chmod(file, 0o644);
  // It refuses to run as root.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PGBOUNCER!, [...asOther, '-q', file], { stdio: 'ignore' });
  endings.defer(async () => {
    const gone = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await gone;
    await rm(folder, { recursive: true, force: true });
  });
  await until('PgBouncer listens', () => {
    if (child.exitCode !== null) throw new Error('PgBouncer does not start');
    return isListening(port);
  });
  target.hostname = '127.0.0.1';
  target.port = String(port);
  return target.href;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
