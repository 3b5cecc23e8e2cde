import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { suite, test } from 'node:test';
import { appKey, newProject, type TestProject } from '../support/callers/personas.ts';
import { USER_AGENTS, visit } from '../support/callers/request.ts';
import { takeFailures } from '../support/run/failures.ts';
import { operations } from '@fairlead/contract';
import { DESTINATIONS, newLinkTo, newPhoneProject } from '../linkhost/phoneProject.ts';

/** Says that a body comes, sends its beginning and is gone. */
async function breakOff(
  project: TestProject,
  path: string,
  lines: readonly string[],
  begun: string,
) {
  const socket = connect(project.server.port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [`POST ${path} HTTP/1.1`, ...lines, 'content-length: 500', '', begun].join('\r\n');
  await new Promise((resolve) => socket.write(head, resolve));
  // An answer on another connection: by then the server has read this one's head.
  await appKey(project)(operations.getHealth, {});
  socket.resetAndDestroy();
  await appKey(project)(operations.getHealth, {});
}

suite('a client that disconnects within its body', () => {
  test('has its connection closed at once, even after the answer has started', async () => {
    const project = await newProject();
    const head = ['POST /v1/links/bulk HTTP/1.1', 'host: api.test', `x-app-key: ${project.appKey}`];
    for (const rows of [1, 1500]) {
      const socket = connect(project.server.port, '127.0.0.1');
      const row = '{"type":"unified"}\n';
      socket.write([...head, 'content-length: 100000', '', row.repeat(rows)].join('\r\n'));
      // The answer begins with the first thousand rows; one row has none yet.
      if (rows > 1000) await once(socket, 'data');
      else await appKey(project)(operations.getHealth, {});
      socket.resume().end();
      await once(socket, 'close');
    }
  });

  test('is not logged as a failure', async () => {
    const project = await newPhoneProject();
    const link = await newLinkTo(project, DESTINATIONS);
    const page = await visit(project.host, `/${link.slug}`, USER_AGENTS.android);
    const signals = /data-signals="([^"]+)"/.exec(page.text)?.[1] ?? '';
    assert.match(signals, /^\/_s\//);
    const key = `x-app-key: ${project.appKey}`;
    for (let times = 0; times < 10; times += 1) {
      await breakOff(project, signals, [`host: ${project.host}`], '{"screen":');
      await breakOff(project, '/v1/sdk/links', ['host: api.test', key], '{"type":');
      await breakOff(
        project,
        '/v1/links/bulk',
        ['host: api.test', key, 'content-type: application/x-ndjson'],
        '{"type":"unified"}\n{',
      );
    }
    const other = await newProject();
    assert.equal((await appKey(other)(operations.getHealth, {})).status, 200);
    assert.deepEqual(takeFailures(), []);
  });
});
