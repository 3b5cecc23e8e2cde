import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS, operations } from '@fairlead/contract';
import { readDestination } from '#links/creating/readDestination.ts';
import { readUserAgent } from '#visits/visitors/readUserAgent.ts';
import { ADDRESS, type Internet, openInternet } from '../doctor/openInternet.ts';
import { holdCalls } from '../support/callers/heldCalls.ts';
import { member, newProject } from '../support/callers/personas.ts';
import { bodyOf } from '../support/callers/person.ts';
import { until } from '../support/until.ts';

const HOST = 'shop.example';
const PAGE = { 'content-type': 'text/html; charset=utf-8' };
const SUMMER = `<!doctype html><title>Summer &amp; sea | Shop</title>
  <meta name="description" content="Everything for
    the beach">
  <meta property="og:image" content="/pictures/summer.jpg">`;
const FOUND = {
  url: `https://${HOST}/summer`,
  title: 'Summer & sea | Shop',
  description: 'Everything for the beach',
  image: `https://${HOST}/pictures/summer.jpg`,
  trouble: null,
};
const nothing = (url: string, trouble: string) => ({
  url,
  title: null,
  description: null,
  image: null,
  trouble,
});

async function openShop(): Promise<Internet> {
  const internet = await openInternet(HOST);
  internet.site.all = { status: 404 };
  internet.site.answers.set('/summer', { headers: PAGE, body: SUMMER });
  await internet.open();
  return internet;
}

const read = (internet: Internet, url: string, patience = 20) =>
  readDestination({ ...internet.outside, patience }, url);

suite('reading a destination for the preview of a link', () => {
  /** URLs that lead into the server's own network, or past what a browser would open. */
  const TRIES = [
    'http://127.0.0.1/summer',
    'http://127.1/summer',
    'http://2130706433/summer',
    'http://0x7f000001/summer',
    'http://017700000001/summer',
    'http://0.0.0.0/summer',
    'http://[::1]/summer',
    'http://[::]/summer',
    'http://[::ffff:127.0.0.1]/summer',
    'http://[::ffff:7f00:1]/summer',
    'http://[64:ff9b::7f00:1]/summer',
    'http://[2002:7f00:1::]/summer',
    'http://[fe80::1]/summer',
    'http://[fd00::1]/summer',
    'http://10.0.0.8/summer',
    'http://172.16.0.8/summer',
    'http://192.168.1.1/summer',
    'http://100.64.0.8/summer',
    'http://169.254.169.254/latest/meta-data/',
    'http://224.0.0.1/summer',
    'http://255.255.255.255/summer',
    'http://localhost/summer',
    'http://localhost./summer',
    'http://inside.example/summer',
    'http://inside.example./summer',
    'http://both.example/summer',
    'http://inside6.example/summer',
    'http://unknown.example/summer',
    `https://${HOST}:8443/summer`,
    `http://${HOST}:443/summer`,
    `https://${HOST}:22/summer`,
    `https://user:secret@${HOST}/summer`,
    `https://user@${HOST}/summer`,
    `ftp://${HOST}/summer`,
    'file:///etc/passwd',
    `gopher://${HOST}/_summer`,
    'data:text/html,<title>Summer</title>',
    'javascript:alert(1)',
    'summer',
    '',
  ];

  function plant({ dns }: Internet) {
    dns.zone.set('A inside.example', ['127.0.0.1']);
    dns.zone.set('A both.example', [ADDRESS, '10.0.0.8']);
    dns.zone.set('AAAA inside6.example', ['::1']);
  }

  for (const url of TRIES) {
    test(`calls nothing for ${url}`, async () => {
      await using internet = await openShop();
      plant(internet);
      assert.deepEqual(await read(internet, url), nothing(url, 'unreachable'));
      assert.deepEqual(internet.called, []);
    });
  }

  test('follows no redirect to any of them', async () => {
    await using internet = await openShop();
    plant(internet);
    for (const url of TRIES.filter((each) => URL.canParse(each))) {
      internet.called.length = 0;
      internet.site.answers.set('/away', { status: 302, headers: { location: url } });
      const found = await read(internet, `https://${HOST}/away`);
      assert.deepEqual(found, nothing(new URL(url).href, 'unreachable'));
      assert.deepEqual(internet.called, [`${ADDRESS}:443`], url);
    }
  });

  test('calls the address that was judged, whatever the name says a moment later', async () => {
    await using internet = await openShop();
    const { dns } = internet;
    const find = internet.outside.dns.find.bind(internet.outside.dns);
    const outside = {
      ...internet.outside,
      patience: 1,
      dns: {
        async find(...question: Parameters<typeof find>) {
          const found = await find(...question);
          dns.zone.set(`A ${HOST}`, ['127.0.0.1']);
          return found;
        },
      },
    };
    assert.deepEqual(await readDestination(outside, `https://${HOST}/summer`), FOUND);
    assert.deepEqual(internet.called, [`${ADDRESS}:443`]);
  });

  test('reads title, description and image, also behind redirects', async () => {
    await using internet = await openShop();
    const { answers } = internet.site;
    assert.deepEqual(await read(internet, FOUND.url), FOUND);
    answers.set('/s', { status: 301, headers: { location: '/su' } });
    answers.set('/su', { status: 307, headers: { location: `https://${HOST}/summer` } });
    assert.deepEqual(await read(internet, `http://${HOST}/s`), FOUND);
  });

  test('prefers what is said to networks, in any encoding, and cuts what is too long', async () => {
    await using internet = await openShop();
    const body = `<html><head><meta charset="windows-1252"><title>Plain</title>
      <meta property="og:title" content="Gr\u00fc\u00dfe"><meta property="og:title" content="Second">
      <meta name="twitter:description" content="${'x'.repeat(600)}">
      <meta property="og:image" content="javascript:alert(1)"></head>`;
    const bytes = Buffer.from(body, 'latin1').toString('latin1');
    internet.site.answers.set('/old', {
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(bytes, 'latin1') as unknown as string,
    });
    const found = await read(internet, `https://${HOST}/old`);
    assert.equal(found.title, 'Gr\u00fc\u00dfe');
    assert.equal(found.description, `${'x'.repeat(499)}…`);
    assert.equal(found.image, null);
  });

  test('says why nothing was read', async () => {
    await using internet = await openShop();
    const { answers } = internet.site;
    const turn = `https://${HOST}/turn`;
    answers.set('/turn', { status: 302, headers: { location: turn } });
    answers.set('/picture', { headers: { 'content-type': 'image/png' }, body: 'x' });
    answers.set('/silent', { never: true });
    const troubles = new Map<string, string>([
      [turn, 'too_many_redirects'],
      [`https://${HOST}/picture`, 'no_page'],
      [`https://${HOST}/nowhere`, 'no_page'],
    ]);
    for (const [url, trouble] of troubles) {
      assert.deepEqual(await read(internet, url), nothing(url, trouble));
    }
    const silent = `https://${HOST}/silent`;
    assert.deepEqual(await read(internet, silent, 0.02), nothing(silent, 'unreachable'));
  });

  test('no answer of a host without a trusted certificate', async () => {
    await using internet = await openShop();
    internet.dns.zone.set('A other.example', [ADDRESS]);
    const url = 'https://other.example/summer';
    assert.deepEqual(await read(internet, url), nothing(url, 'unreachable'));
  });

  test('is a crawler to a server of links', () => {
    const agent = 'Mozilla/5.0 (compatible; FairleadBot/1.0)';
    assert.equal(readUserAgent(agent).automation, 'bot');
  });

  test('200: nothing, for somebody who may create links', async () => {
    const project = await newProject();
    const reply = await member(project)(operations.readDestination, {
      params: { projectId: project.project.id },
      body: { url: 'http://127.0.0.1/' },
    });
    assert.equal(bodyOf(reply, 200).trouble, 'unreachable');
  });

  test(`429 beyond ${LIMITS.destinationReads} of a person at a time, until one of them ends`, async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const ask = () =>
      member(project)(operations.readDestination, { params, body: { url: 'http://127.0.0.1/' } });
    {
      using held = holdCalls({
        port: project.server.port,
        path: `/api/v1/projects/${params.projectId}/destination`,
        headers: { authorization: `Bearer ${project.sessionToken}` },
        howMany: LIMITS.destinationReads + 1,
      });
      assert.equal((await held.first).statusCode, 429);
      assert.equal((await ask()).status, 429);
    }
    await until('there is room again', async () => (await ask()).status === 200);
  });
});
