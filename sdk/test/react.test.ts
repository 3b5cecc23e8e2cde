import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { rolldown } from 'rolldown';
import { suiteInBrowser } from '../../server/test/support/browser/browser.ts';
import { newLink, newProject, statsOf } from '../../server/test/support/callers/personas.ts';
import { LinkProvider, useLink } from '../src/react.ts';
import { publishableKeyOf } from './support/adapters.ts';
import { openSite } from './support/openSite.ts';
import { linkReact, packSdk } from './support/packSdk.ts';

/** A shop in strict mode, where React mounts everything twice. */
const SHOP = `
  import { createElement as h, StrictMode, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { browser, createApp } from '@fairlead/sdk/app';
  import { LinkProvider, useLink, useLinkListener } from '@fairlead/sdk/react';

  const app = createApp({ publishableKey: 'KEY', baseUrl: 'ORIGIN', ...browser() });
  window.app = app;
  window.heard = [];

  function Screen({ id }) {
    return h('p', { id }, useLink()?.parameters.screen ?? 'Welcome');
  }
  function Shop() {
    const [isLate, setLate] = useState(false);
    // Another function at each render.
    useLinkListener(({ link }) => window.heard.push([link.id, isLate]));
    return h('main', null, h(Screen, { id: 'early' }), isLate && h(Screen, { id: 'late' }),
      h('button', { onClick: () => setLate(true) }, 'Later'));
  }
  createRoot(document.querySelector('#root')).render(
    h(StrictMode, null, h(LinkProvider, { app }, h(Shop))),
  );
`;

async function bundleShop(key: string, origin: string): Promise<string> {
  const { folder } = await packSdk();
  linkReact(folder);
  const entry = join(folder, 'shop.js');
  writeFileSync(entry, SHOP.replace('KEY', key).replace('ORIGIN', origin));
  const bundle = await rolldown({
    input: entry,
    cwd: folder,
    platform: 'browser',
    // Strict mode does what it does only there.
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  return output[0].code;
}

suiteInBrowser('links in React', () => {
  test('strict mode hears a link once, and a screen mounted later sees it', async () => {
    const project = await newProject();
    const link = await newLink(project, { type: 'dynamic', parameters: { screen: 'sale' } });
    const code = await bundleShop(await publishableKeyOf(project), project.server.origin);
    const html = `<div id="root"></div><script type="module">${code.replaceAll('</script', '<\\/script')}</script>`;
    await using opened = await openSite(link.shortUrl, html);
    const { page, said } = opened;
    await page.locator('#early', { hasText: 'sale' }).waitFor();
    await page.getByRole('button').click();
    await page.locator('#late', { hasText: 'sale' }).waitFor();
    assert.deepEqual(await page.evaluate('window.heard'), [[link.id, false]]);
    assert.equal((await statsOf(project, link.id)).clicks, 1);
    assert.deepEqual(
      said.filter((line) => /error|warning/i.test(line)),
      [],
    );
  });
});

describe('links in React on a server', () => {
  const Screen = () => createElement('p', null, useLink()?.url ?? 'no link');

  test('there is none, and nothing is started', () => {
    const app = {
      start: () => assert.fail('It was started'),
      onLink: () => assert.fail('It was listened to'),
    };
    const page = createElement(LinkProvider, { app }, createElement(Screen));
    assert.equal(renderToString(page), '<p>no link</p>');
  });

  test('without a provider the error says what is missing', () => {
    assert.throws(() => renderToString(createElement(Screen)), /no LinkProvider above/);
  });
});
