import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens a page in the person's browser; false if there is none. */
export function openBrowser(url: string, env: Environment): Promise<boolean> {
  if (!/^https?:\/\//i.test(url)) return Promise.resolve(false);
  const [program, ...args] = browserOf(env);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function browserOf(env: Environment): [string, ...string[]] {
  if (env['BROWSER']) return [env['BROWSER']];
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
