import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { newLink, newProject } from '../../server/test/support/callers/personas.ts';
import { childEnvironment } from '../../server/test/support/run/childEnvironment.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, '..');

suite('the fairlead npm package', () => {
  test('is one program without dependencies that runs outside the repository', async () => {
    await run(process.execPath, [join(CLI, 'scripts/build.ts')]);
    const folder = await mkdtemp(join(tmpdir(), 'fairlead-package-'));
    try {
      await run('npm', ['pack', join(CLI, 'dist'), '--pack-destination', folder]);
      const { version } = JSON.parse(await readFile(join(CLI, 'package.json'), 'utf8')) as {
        version: string;
      };
      await run('tar', ['xzf', `fairlead-${version}.tgz`], { cwd: folder });
      const made = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8')) as {
        dependencies?: object;
        bin: { fairlead: string };
      };
      assert.equal(made.dependencies, undefined);
      const program = join(folder, 'package', made.bin.fairlead);
      const project = await newProject();
      await newLink(project, { slug: 'packed' });
      const env = {
        ...childEnvironment,
        FAIRLEAD_SERVER: project.server.origin,
        FAIRLEAD_APP_KEY: project.appKey,
        HOME: folder,
      };
      const listed = await run(process.execPath, [program, 'link', 'list', '--json'], { env });
      const { links } = JSON.parse(listed.stdout) as { links: { slug: string }[] };
      assert.deepEqual(
        links.map(({ slug }) => slug),
        ['packed'],
      );
      const told = await run(process.execPath, [program, 'version'], { env, cwd: folder });
      assert.match(told.stdout, new RegExp(`^fairlead ${version}\n`));
      const apart = await run(process.execPath, [program, 'backup', 'x'], {
        env,
        cwd: folder,
      }).catch((error: unknown) => error as { code: number; stderr: string });
      assert.ok('code' in apart && apart.code === 1);
      assert.match(apart.stderr, /run it in the folder of the server/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
