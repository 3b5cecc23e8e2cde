import { type ChildProcess, spawn } from 'node:child_process';
import { childEnvironment } from './run/childEnvironment.ts';
import { until } from './until.ts';
import { SERVER_PROGRAM } from './run/programs.ts';

const PATIENCE_MS = 180_000;

/** The server in a process of its own, with these variables and no others. */
export function spawnServer(
  env: Readonly<Record<string, string>>,
  {
    stderr = 'inherit',
    main = SERVER_PROGRAM,
  }: { readonly stderr?: 'inherit' | 'pipe'; readonly main?: string | undefined } = {},
): ChildProcess {
  return spawn(process.execPath, [main, 'serve'], {
    stdio: ['ignore', 'ignore', stderr],
    env: { ...childEnvironment, NODE_NO_WARNINGS: '1', LOG_LEVEL: 'silent', ...env },
  });
}

/** Resolves when its /health answers as it should; rejects when the process has ended. */
export async function untilAnswered(
  child: ChildProcess | undefined,
  origin: string,
  isGood: (reply: Response) => boolean = (reply) => reply.ok,
): Promise<void> {
  const answers = async () => {
    if (child?.exitCode !== null) throw new Error('The server does not start');
    const reply = await fetch(`${origin}/health`).catch(() => undefined);
    await reply?.body?.cancel();
    return reply !== undefined && isGood(reply);
  };
  await until('the server answers', answers, { maxMs: PATIENCE_MS });
}
