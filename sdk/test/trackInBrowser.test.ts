import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suiteInBrowser } from '../../server/test/support/browser/browser.ts';
import { until } from '../../server/test/support/until.ts';
import { publishableKeyOf } from './support/adapters.ts';
import { newWorld, type World } from './support/coldStart.ts';
import { installByLink, namesOf, untilStored } from './support/events.ts';
import { openSite } from './support/openSite.ts';
import { bundleSdk } from './support/packSdk.ts';

/** An app in a page; its events wait until somebody leaves. */
async function scriptOf({ project }: World, sendDelay = 60_000): Promise<string> {
  const code = await bundleSdk(
    `export { createApp, browser } from '@fairlead/sdk/app';
     export { withEvents } from '@fairlead/sdk/events';`,
    'iife',
  );
  const options = {
    publishableKey: await publishableKeyOf(project),
    baseUrl: project.server.origin,
    queueDelay: 60_000,
  };
  return `${code};
    globalThis.app = sdk.withEvents(
      sdk.createApp({ ...${JSON.stringify(options)}, ...sdk.browser() }),
      { sendDelay: ${sendDelay} },
    );`;
}

suiteInBrowser('events of a website', () => {
  test('are sent when the visitor goes on to another page', async () => {
    const world = await newWorld();
    await using opened = await openSite(`http://${world.project.host}:3000/`, '<main></main>');
    const { page } = opened;
    await page.addScriptTag({ content: await scriptOf(world) });
    await page.evaluate('app.start()');
    await page.evaluate(`void app.track('bought'); location.href = '/robots.txt?next'; undefined`);
    await untilStored(world, 1);
    assert.deepEqual(await namesOf(world), ['bought']);
  });

  test('of two tabs share what waits: offline none is lost, and each counts once', async () => {
    const world = await newWorld();
    await installByLink(world);
    const url = `http://${world.project.host}:3000/`;
    await using opened = await openSite(url, '<main></main>');
    const { context, page } = opened;
    const other = await context.newPage();
    await other.goto(new URL('/robots.txt', url).href);
    const script = await scriptOf(world);
    const tabs = [page, other];
    // What the two tabs have is one installation.
    await page.evaluate(
      `localStorage.setItem('fairlead', ${JSON.stringify(world.stored.get('fairlead'))})`,
    );
    for (const tab of tabs) {
      await tab.evaluate(script);
      await tab.evaluate('app.start()');
    }
    await context.setOffline(true);
    const names = ['one', 'other'].map((tab) =>
      Array.from({ length: 15 }, (_, each) => `${tab} ${each}`),
    );
    const track = (tab: number) =>
      tabs[tab]!.evaluate(
        `Promise.all(${JSON.stringify(names[tab])}.map((name) => app.track(name)))`,
      );
    await Promise.all([track(0), track(1)]);
    const waiting = () =>
      page.evaluate<number>(
        `Object.keys(localStorage).filter((name) => name.startsWith('fairlead.event.')).length`,
      );
    // What a tab stores is told to the other by and by.
    await until('both tabs know of all', async () => (await waiting()) === 30);
    // Both hear of it at once.
    await context.setOffline(false);
    await untilStored(world, 30);
    await until('nothing waits', async () => (await waiting()) === 0);
    assert.deepEqual((await namesOf(world)).toSorted(), names.flat().toSorted());
  });
});
