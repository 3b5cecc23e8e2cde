import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSealReader } from '@fairlead/contract/sealedKey';
import { CommandError } from '../CommandError.ts';

interface BrowserSignIn {
  readonly server: string;
  /** What the key is named after. */
  readonly machine: string;
  /** Shows the URL to the person, in a browser or as text. */
  readonly show: (url: string) => Promise<void>;
  /** How long the person has, in milliseconds. */
  readonly patience: number;
}

/** What the dashboard hands over: a secret key and its project. */
export interface Approved {
  readonly key: string;
  readonly projectId: string;
}

/**
 * Lets the person signed in at the dashboard create a key. The browser sends it to a local port, encrypted for this
 * process only, so that neither the browser's history nor another program on that port can read it.
 */
export async function askBrowser({
  server,
  machine,
  show,
  patience,
}: BrowserSignIn): Promise<Approved> {
  const reader = await createSealReader();
  // Begins with a letter, because a URL parameter may be parsed as a number.
  const state = `s${randomBytes(24).toString('base64url')}`;
  const { promise, resolve, reject } = Promise.withResolvers<Approved>();
  const listener = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (searchParams.get('state') !== state) {
      answer(response, 400, 'This is not the sign-in that was started here.');
      return;
    }
    const sealed = searchParams.get('sealed');
    if (sealed === null) {
      answer(response, 200, 'The sign-in was declined. You can close this page.');
      reject(new CommandError(4, 'The sign-in was declined in the browser.'));
      return;
    }
    reader.open(sealed, state).then(
      (text) => {
        answer(response, 200, 'Signed in. You can close this page and go back to the terminal.');
        resolve(JSON.parse(text) as Approved);
      },
      () => answer(response, 400, 'This answer cannot be read. Start the sign-in again.'),
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const timer = setTimeout(() => {
    reject(new CommandError(4, 'Nobody approved the sign-in in time. Run fairlead login again.'));
  }, patience);
  try {
    const { port } = listener.address() as AddressInfo;
    const query = new URLSearchParams({
      port: String(port),
      state,
      key: reader.publicKey,
      name: machine,
    });
    await show(`${server}/connect?${query.toString()}`);
    return await promise;
  } finally {
    clearTimeout(timer);
    listener.close();
  }
}

function answer(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fairlead</title><meta name="color-scheme" content="light dark"><p>${message}</p></html>`,
  );
}
