import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { PRODUCT_ADMIN_TOKEN, startProduct } from '../support/product.ts';
import { until } from '../support/until.ts';

const readChildren = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
const skip = existsSync(`/proc/${process.pid}/task/${process.pid}/children`)
  ? false
  : 'the system does not tell the children of a process';

/** The answer's status, `ended` for a connection that the server ended, `hung` for one that waits. */
function ask(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const patience = setTimeout(() => end('hung'), 60_000);
    const end = (outcome: string) => {
      clearTimeout(patience);
      socket.destroy();
      resolve(outcome);
    };
    // Needs no database: on a busy machine that may answer too late for a server to call itself healthy.
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.once('data', (data) => end(data.toString('latin1', 9, 12)));
    socket.once('error', () => end('ended'));
    socket.once('close', () => end('ended'));
  });
}

async function readMetrics(origin: string): Promise<string> {
  const headers = { authorization: `Bearer ${PRODUCT_ADMIN_TOKEN}` };
  const reply = await fetch(`${origin}/metrics`, { headers }).catch(() => undefined);
  return reply?.ok ? await reply.text() : '';
}

suite('workers sharing a port', { skip }, () => {
  test('connections do not wait for a worker that hangs or is killed', async () => {
    const { origin, pid } = await startProduct({ PROCESSES: '2' });
    const port = Number(new URL(origin).port);
    await until('both workers run', async () =>
      (await readMetrics(origin)).includes('fairlead_processes 2'),
    );
    const [worker = 0] = readChildren(pid);
    process.kill(worker, 'SIGSTOP');
    await until('it stands still', () =>
      /^State:\tT/m.test(readFileSync(`/proc/${worker}/status`, 'utf8')),
    );
    const during = Array.from({ length: 16 }, () => ask(port));
    assert.deepEqual(new Set(await Promise.all(during)), new Set(['200']));
    process.kill(worker, 'SIGKILL');
    const after = Array.from({ length: 16 }, () => ask(port));
    assert.deepEqual(new Set(await Promise.all(after)), new Set(['200']));
    await until(
      'the worker is replaced',
      () => readChildren(pid).filter((child) => child !== worker).length === 2,
    );
    assert.equal(await ask(port), '200');
  });

  test('connections wait while all workers are dead, for the first one that is back', async () => {
    const { origin, pid } = await startProduct({ PROCESSES: '2' });
    const port = Number(new URL(origin).port);
    await until('both workers run', async () =>
      (await readMetrics(origin)).includes('fairlead_processes 2'),
    );
    const workers = readChildren(pid);
    for (const worker of workers) process.kill(worker, 'SIGKILL');
    await until('both are gone', () => !readChildren(pid).some((each) => workers.includes(each)));
    const waiting = Array.from({ length: 8 }, () => ask(port));
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['200']));
  });
});
