import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@fairlead/contract/client';
import { operations } from '@fairlead/contract';
import type { BrowserContextOptions } from 'playwright-core';
import { launchBrowser, openPage, type Opened } from './browser/browser.ts';
import { buildDashboard } from './run/buildDashboard.ts';
import { makeMigratedDatabase } from './database.ts';
import { endings, shareInProcess } from './run/endings.ts';
import { findFreePort } from '#platform/lib/process/findFreePort.ts';
import { bodyOf } from './callers/person.ts';
import { childEnvironment } from './run/childEnvironment.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What the first start prints last, before its closing rule. */
const LAST_LINE = 'doctor server';

export const PRODUCT_ADMIN_TOKEN = 'an-admin-token-of-the-product-in-tests';
/** Until a process has said what is waited for. Milliseconds. */
const PATIENCE = 180_000;

/** The product as a newcomer has it: a process of its own after its first start, and what it printed. */
export interface Product {
  readonly origin: string;
  readonly email: string;
  readonly password: string;
  readonly appKey: string;
  /** Where it keeps its files, mails among them. */
  readonly dataDir: string;
  readonly connectionString: string;
  /** Of its first process. */
  readonly pid: number;
  /** A page of a browser to which every host is this product; nothing leaves the machine. */
  readonly openPage: (options?: BrowserContextOptions) => Promise<Opened>;
}

/** One for all tests of this process that do not mind what others have done in it. */
export const useProduct = shareInProcess(() => startProduct());

/** One that nobody has used before, with the dashboard built; stopped with its file. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  await buildDashboard();
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-product-'));
  endings.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await findFreePort();
  const connectionString = await makeMigratedDatabase();
  const child = spawn(process.execPath, ['server/src/main.ts', 'serve'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...childEnvironment,
      NODE_NO_WARNINGS: '1',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: connectionString,
      DATA_DIR: dataDir,
      SECRET: 'a-secret-of-the-product-in-tests-only',
      ADMIN_TOKEN: PRODUCT_ADMIN_TOKEN,
      LOG_LEVEL: 'silent',
      // Tests read the mails that people get.
      SMTP_URL: 'file:mail',
      // A test loads more pages in a minute than people do.
      RATE_LIMITS: 'off',
      ...env,
    },
  });
  endings.defer(() => end(child));
  const printed = await readUntil(child, LAST_LINE);
  // Nodes that do not serve the API make no accounts.
  const introduces = env['ROLES'] === undefined || env['ROLES'].includes('api');
  const read = (label: string): string => {
    const found = new RegExp(`${label} +(\\S+)`).exec(printed)?.[1];
    if (found === undefined && introduces)
      throw new Error(`Nothing printed for ${label}: ${printed}`);
    return found ?? '';
  };
  // Not before a page is opened: tests that open none need no browser.
  let browser: ReturnType<typeof launchBrowser> | undefined;
  // It lasts as long as the product, which all files may share.
  const beside = AsyncLocalStorage.snapshot();
  return {
    openPage: (options) => openPage(options, (browser ??= beside(launchBrowser, port))),
    origin: `http://localhost:${port}`,
    email: read('E-mail'),
    password: read('Password'),
    appKey: read('App key'),
    dataDir,
    connectionString,
    pid: child.pid!,
  };
}

export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly projectId: string;
}

/** Calls with the operator's token. */
export function operatorOf({ origin }: Product) {
  return createClient({
    baseUrl: `${origin}/api/v1`,
    headers: { authorization: `Bearer ${PRODUCT_ADMIN_TOKEN}` },
  });
}

/** Someone else with a project of their own, as the operator makes them. */
export async function newOwner(product: Product, name = 'Harbour Coffee'): Promise<Owner> {
  const made = bodyOf(
    await operatorOf(product)(operations.provision, { body: { name, plan: 'business' } }),
    201,
  );
  return { email: made.userEmail, password: made.userPassword, projectId: made.projectId };
}

function readUntil(child: ChildProcess, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes(words)) return;
      clearTimeout(patience);
      resolve(text);
    });
    child.once('close', () => {
      clearTimeout(patience);
      reject(new Error(`The product ended before it said “${words}”: ${text}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
