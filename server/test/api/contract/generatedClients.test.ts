import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { once } from 'node:events';
import { operations } from '@fairlead/contract';
import { renderOpenapi } from '@fairlead/contract/openapi';
import { newProject } from '../../support/callers/personas.ts';
import { useGenerators } from '../../support/outside/useGenerators.ts';

const run = promisify(execFile);
const CONTRACT = join(import.meta.dirname, '../../../../contract');
const COMPILER_OPTIONS =
  '--strict --skipLibCheck --target es2023 --lib es2023,dom,dom.iterable --module node16 --types node --outDir out';

/** Nothing about us is told to the linter's makers. */
const OFFLINE = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

const tools = await useGenerators();
const skip = tools === undefined && 'npm cannot be reached for the generators';

/** Rule: operations 13. */
describe('clients generated from the documents', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-clients-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const documents = {
    sdk: join(CONTRACT, 'openapi.json'),
    dashboard: join(folder, 'dashboard.json'),
  };
  const dashboard = renderOpenapi('dashboard', Object.values(operations));
  writeFileSync(documents.dashboard, JSON.stringify(dashboard));
  const tool = (name: string, ...options: string[]) =>
    run(join(tools!, 'node_modules/.bin', name), options, { cwd: folder, env: OFFLINE });

  test('compile with tsc --strict', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}');
    // Generated code finds its runtime there; inside that folder the compiler would leave it out.
    symlinkSync(join(tools!, 'node_modules'), join(folder, 'node_modules'));
    cpSync(join(CONTRACT, 'clients'), folder, { recursive: true });
    for (const [name, document] of Object.entries(documents)) {
      const heyApi = ['-o', `hey/${name}`, '-c', '@hey-api/client-fetch', '--silent'];
      await tool('openapi-ts', '-i', document, ...heyApi);
      await tool('openapi-typescript', document, '-o', `fetch/${name}.d.ts`);
    }
    const compiled = tool('tsc', ...COMPILER_OPTIONS.split(' '), 'heyApi.ts', 'openapiFetch.ts');
    await compiled.catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
  });

  for (const [name, document] of Object.entries(documents)) {
    test(`two linters find no error in the document of the ${name} API`, async () => {
      writeFileSync(join(folder, 'spectral.json'), '{"extends": ["spectral:oas"]}');
      const fail = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
        assert.fail(stdout + stderr);
      await tool('redocly', 'lint', document, '--extends=recommended').catch(fail);
      await tool('spectral', 'lint', document, '--ruleset=spectral.json', '--quiet').catch(fail);
    });
  }

  for (const client of ['heyApi', 'openapiFetch']) {
    test(`${client}: a validating proxy finds nothing wrong in any exchange`, async () => {
      const project = await newProject();
      const { origin } = project.server;
      await using api = await openProxy(documents.sdk, `${origin}/v1`);
      await using dashboard = await openProxy(documents.dashboard, `${origin}/api/v1`);
      const env = {
        PATH: process.env['PATH'],
        API_URL: api.url,
        DASHBOARD_URL: dashboard.url,
        APP_KEY: project.appKey,
        SESSION: project.sessionToken,
        PROJECT_ID: project.project.id,
      };
      const ran = run(process.execPath, [join(folder, 'out', `${client}.js`)], { env });
      await ran.catch(({ stderr }: { stderr: string }) => assert.fail(stderr));
    });
  }

  /** A proxy that answers with an error where a request or a reply does not fit the document. */
  async function openProxy(document: string, upstream: string) {
    const port = String(await findPort());
    const program = join(tools!, 'node_modules/@stoplight/prism-cli/dist/index.js');
    const options = ['proxy', document, upstream, '--errors', '--port', port];
    const proxy = spawn(process.execPath, [program, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const text of proxy.stdout.iterator({ destroyOnReturn: false })) {
      if (String(text).includes('listening')) break;
    }
    proxy.stdout.resume();
    return {
      url: `http://127.0.0.1:${port}`,
      async [Symbol.asyncDispose]() {
        proxy.kill('SIGKILL');
        await once(proxy, 'exit');
      },
    };
  }
});

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
