import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { suiteInBrowser } from '../../server/test/support/browser/browser.ts';
import { newLink, newProject, statsOf } from '../../server/test/support/callers/personas.ts';
import { publishableKeyOf } from './support/adapters.ts';
import { openSite } from './support/openSite.ts';
import { bundleSdk, packSdk } from './support/packSdk.ts';
import { useNode } from './support/useNode.ts';

/** What a program says that does with the package what servers and apps do: `summer`, once created and once opened. */
const PROGRAM = `
  import { Fairlead } from '@fairlead/sdk';
  import { createApp, memoryStorage } from '@fairlead/sdk/app';

  const { appKey, publishableKey, baseUrl } = JSON.parse(process.argv.at(-1));
  const client = new Fairlead({ appKey, baseUrl });
  const made = await client.links.create({ type: 'dynamic', slug: 'summer', parameters: { screen: 'sale' } });
  const app = createApp({ publishableKey, baseUrl, storage: memoryStorage(), initialUrl: () => made.shortUrl });
  const heard = [];
  app.onLink(({ link, parameters }) => heard.push(link.slug, parameters.screen));
  await app.start();
  await app.stop();
  console.log([process.versions.node.split('.')[0], made.slug, ...heard].join());
`;

describe('the packed package', () => {
  for (const line of [20, 22, 24] as const) {
    test(`runs in Node ${line}`, async (context) => {
      const program = line === 24 ? process.execPath : await useNode(line);
      if (program === undefined) {
        return context.skip(`no Node ${line}: npm cannot be reached; set NODE${line} to its path`);
      }
      const project = await newProject();
      const input = {
        appKey: project.appKey,
        publishableKey: await publishableKeyOf(project),
        baseUrl: project.server.origin,
      };
      const said = await runAside(program, [
        '--input-type=module',
        '--eval',
        PROGRAM,
        '--',
        JSON.stringify(input),
      ]);
      assert.equal(said.trim(), `${line},summer,summer,sale`);
    });
  }

  test('runs with nothing but fetch and timers, as in workers', async () => {
    const code = await bundleSdk(
      "export { Fairlead } from '@fairlead/sdk'; export { createApp, memoryStorage } from '@fairlead/sdk/app';",
      'iife',
    );
    const project = await newProject();
    const link = await newLink(project, { type: 'dynamic', parameters: { screen: 'sale' } });
    const outcome: unknown = await runInNewContext(
      `${code};
      (async () => {
        const client = new sdk.Fairlead({ appKey, baseUrl });
        const app = sdk.createApp({ publishableKey, baseUrl, storage: sdk.memoryStorage(), initialUrl: () => url });
        const heard = [];
        app.onLink(({ parameters }) => heard.push(parameters.screen));
        await app.start();
        await app.stop();
        return [(await client.links.get(slug)).slug, ...heard].join();
      })()`,
      {
        fetch,
        AbortController,
        Response,
        setTimeout,
        clearTimeout,
        appKey: project.appKey,
        publishableKey: await publishableKeyOf(project),
        baseUrl: project.server.origin,
        url: link.shortUrl,
        slug: link.slug,
      },
    );
    assert.equal(outcome, `${link.slug},sale`);
  });
});

suiteInBrowser('the packed package in Chromium', () => {
  test('a page of another origin gets its link once, and the overlay shows the receipt', async () => {
    const code = await bundleSdk(
      "export { createApp, browser, showReceipt } from '@fairlead/sdk/app';",
      'iife',
    );
    const project = await newProject();
    const link = await newLink(project, { type: 'dynamic', parameters: { screen: 'sale' } });
    await using opened = await openSite(link.shortUrl, '<title>Shop</title><main></main>');
    const { page, said, requests } = opened;
    await page.addScriptTag({ content: code });
    const options = {
      publishableKey: await publishableKeyOf(project),
      baseUrl: project.server.origin,
    };
    await page.evaluate(`(async () => {
      const heard = (globalThis.heard = []);
      const app = (globalThis.app = sdk.createApp({ ...${JSON.stringify(options)}, ...sdk.browser() }));
      app.onLink(({ parameters }) => heard.push(parameters.screen));
      globalThis.hide = sdk.showReceipt(app);
      await app.start();
    })()`);
    assert.deepEqual(await page.evaluate('heard'), ['sale']);
    assert.equal((await statsOf(project, link.id)).clicks, 1);
    assert.ok(
      requests.some((each) => each.startsWith(`POST ${project.server.origin}/v1/sdk/bootstrap`)),
    );

    const overlay = page.locator('pre');
    await overlay.filter({ hasText: '1 delivered · 0 waiting' }).waitFor();
    const text = (await overlay.textContent()) ?? '';
    assert.match(text, /^First open/);
    assert.match(text, /bootstrap ok: A new installation/);
    assert.match(text, new RegExp(`resolve ok: ${link.slug}`));
    // In front of the page, and within it.
    const box = await overlay.boundingBox();
    const window = page.viewportSize();
    assert.ok(
      box && window && box.y >= window.height / 2 && box.y + box.height <= window.height + 1,
    );
    await page.evaluate('hide()');
    assert.equal(await overlay.count(), 0);

    await page.evaluate('app.stop()');
    assert.deepEqual(
      said.filter((each) => each.startsWith('error') || /CORS|Failed/.test(each)),
      [],
    );
  });

  test('the overlay says why a link was not delivered', async () => {
    const code = await bundleSdk(
      "export { createApp, browser, showReceipt } from '@fairlead/sdk/app';",
      'iife',
    );
    const project = await newProject();
    const url = `http://${project.host}:3000/nothing-here`;
    await using opened = await openSite(url, '<main></main>');
    const { page } = opened;
    await page.addScriptTag({ content: code });
    const options = {
      publishableKey: await publishableKeyOf(project),
      baseUrl: project.server.origin,
    };
    await page.evaluate(`(async () => {
      const app = sdk.createApp({ ...${JSON.stringify(options)}, ...sdk.browser() });
      sdk.showReceipt(app);
      await app.start();
    })()`);
    const overlay = page.locator('pre').filter({ hasText: '0 delivered · 0 waiting' });
    await overlay.filter({ hasText: /resolve failed: / }).waitFor();
  });
});

/** With the server of this process at work meanwhile. */
async function runAside(program: string, args: string[]): Promise<string> {
  const { folder } = await packSdk();
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder });
  return stdout;
}
