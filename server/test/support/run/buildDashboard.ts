import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onceInRun } from './onceInRun.ts';

const ROOT = join(import.meta.dirname, '../../../..');

let building: Promise<unknown> | undefined;

/** Builds the dashboard where it is not built yet, once in a run: two builds at a time would be one of both. */
export async function buildDashboard(): Promise<void> {
  await (building ??= onceInRun('dashboard', async () => {
    const build = spawn(process.execPath, ['dashboard/build.ts'], { cwd: ROOT, stdio: 'ignore' });
    const [code] = (await once(build, 'close')) as [number | null];
    if (code !== 0) throw new Error('The dashboard cannot be built; see npm run build');
  }));
}
