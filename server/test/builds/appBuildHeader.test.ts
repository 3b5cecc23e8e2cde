import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { anyProject, appKey, newLink, type TestProject } from '../support/callers/personas.ts';

async function buildOf({ server, project }: TestProject, clientId: string) {
  const { app_build } = await server.app.db
    .selectFrom('installations')
    .select('app_build')
    .where('project_id', '=', project.id)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return app_build;
}

const phone = (build: string) => ({
  'x-svc-client': 'sdk-ios',
  'x-svc-client-platform': 'ios',
  'x-svc-app-build': build,
});

describe('the header X-Svc-App-Build (Rule: builds 1)', () => {
  test('is kept with the installation: at its first start, and at the one after an update', async () => {
    const project = await anyProject();
    const installationId = randomUUID();
    for (const build of ['41', '42.0.1']) {
      const reply = await appKey(project, phone(build))(operations.bootstrap, {
        body: { installationId },
      });
      assert.ok(reply.status === 200 || reply.status === 201);
      assert.equal(await buildOf(project, installationId), build);
    }
  });

  test('is kept by track, where a build in the body takes precedence', async () => {
    const project = await anyProject();
    const installationId = randomUUID();
    const call = appKey(project, phone('41'));
    await call(operations.trackInstallation, { body: { installationId } });
    assert.equal(await buildOf(project, installationId), '41');
    await call(operations.trackInstallation, { body: { installationId, appBuild: '40' } });
    assert.equal(await buildOf(project, installationId), '40');
  });

  test('is kept of an installation that a resolve creates', async () => {
    const project = await anyProject();
    const installationId = randomUUID();
    const { shortUrl: url } = await newLink(project);
    const headers = { ...phone('43'), 'x-installation-id': installationId };
    const reply = await appKey(project, headers)(operations.resolveLink, { query: { url } });
    assert.equal(reply.headers.get('x-svc-context'), 'auto-installed');
    assert.equal(await buildOf(project, installationId), '43');
  });

  test('counts as absent if it is no short visible text: the app starts all the same', async () => {
    const project = await anyProject();
    const installationId = randomUUID();
    for (const bad of ['x'.repeat(33), 'a b', '', 'é']) {
      for (const client of ['sdk-ios', 'api-direct']) {
        const headers = { ...phone(bad), 'x-svc-client': client };
        const reply = await appKey(project, headers)(operations.bootstrap, {
          body: { installationId },
        });
        assert.ok(reply.status === 200 || reply.status === 201, `${bad} of ${client}`);
        assert.equal(await buildOf(project, installationId), null);
      }
    }
  });
});
