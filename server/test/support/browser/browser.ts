import { suite, test } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { BrowserContextOptions } from 'playwright-core';
import { endings, shareInProcess } from '../run/endings.ts';
import { findProgram } from '../outside/findProgram.ts';
import { useServer } from '../useServer.ts';

/**
 * The Chromium of `CHROMIUM`, the PATH or its place on Debian; undefined: there is none. Its shell without windows, where there is one,
 * takes half the time for a page.
 */
const executable =
  findProgram('chromium-headless-shell', 'CHROMIUM') ?? findProgram('chromium', 'CHROMIUM');
const must = process.env['CI'] === 'true';

/** A suite that needs a real browser: skipped, saying so, where there is none; with CI=true it fails. */
export function suiteInBrowser(name: string, body: () => void): void {
  // Two at a time: most of them wait.
  if (executable !== undefined || must) suite(name, { concurrency: 2 }, body);
  else
    test(
      name,
      { skip: 'no Chromium found: install it or set CHROMIUM to its path' },
      () => undefined,
    );
}

/** What is waited for comes; on a busy machine it may take its time. Milliseconds. */
const PATIENCE = 60_000;

/**
 * The browser of this test process, closed after the last test. Every host name, whatever the port,
 * leads to the test server, so nothing leaves the machine.
 */
const useBrowser = shareInProcess(async () => launchBrowser((await useServer()).port));

/**
 * A further one, whose every host leads to another port of this machine, but `127.0.0.1`, which is left
 * for a second site; closed after the last test.
 */
export async function launchBrowser(port: number): Promise<Browser> {
  if (executable === undefined) throw new Error('CI needs Chromium: install it or set CHROMIUM');
  const browser = await chromium.launch({
    executablePath: executable,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--host-resolver-rules=MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`,
    ],
  });
  endings.defer(() => browser.close());
  return browser;
}

export interface Opened extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** URLs asked for, with their method, in order. */
  readonly requests: string[];
  /** What pages wrote to the console, and errors that nobody caught. */
  readonly said: string[];
}

/** A page of its own in a context of its own, such as `devices['iPhone 15']` describes. */
export async function openPage(
  options: BrowserContextOptions = {},
  on: Promise<Browser> = useBrowser(),
): Promise<Opened> {
  const browser = await on;
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const requests: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(`error ${error.message}`));
  return { context, page, requests, said, [Symbol.asyncDispose]: () => context.close() };
}
