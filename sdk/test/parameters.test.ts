import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { newLink } from '../../server/test/support/callers/personas.ts';
import {
  createApp,
  type FairleadError,
  type ReceivedLink,
  type StandardSchema,
} from '../src/app.ts';
import { ADAPTERS } from './support/adapters.ts';
import { newWorld, says, type World } from './support/coldStart.ts';

const Sale = z.object({
  screen: z.literal('sale'),
  price: z.coerce.number().positive(),
  items: z.array(z.object({ 'a/b': z.string() })).default([]),
});

/** An app that checks what its links carry, opened by one that carries this. */
async function open<Parameters>(
  world: World,
  schema: StandardSchema<Parameters>,
  parameters: Record<string, unknown>,
) {
  const { shortUrl } = await newLink(world.project, { type: 'dynamic', parameters });
  const { stored } = world;
  const { platform } = ADAPTERS.expo({ stored, initialUrl: shortUrl });
  const invalid: [FairleadError, ReceivedLink][] = [];
  const app = createApp({
    ...platform,
    publishableKey: world.key,
    baseUrl: world.project.server.origin,
    schema,
    onInvalidLink: (...both) => invalid.push(both),
  });
  const heard: Parameters[] = [];
  app.onLink((opened) => heard.push(opened.parameters));
  await app.start();
  return { app, heard, invalid, shortUrl };
}

describe('parameters with a schema', () => {
  test('are what the schema makes of them, also when recalled', async () => {
    const { app, heard, invalid, shortUrl } = await open(await newWorld(), Sale, {
      screen: 'sale',
      price: '12.50',
    });
    const made = { screen: 'sale', price: 12.5, items: [] } as const;
    assert.deepEqual(heard, [made]);
    // Typed by the schema's output.
    const price: number | undefined = (await app.lastLink())?.parameters.price;
    assert.equal(price, 12.5);
    assert.deepEqual((await app.resolve(shortUrl)).parameters, made);
    assert.deepEqual(invalid, []);
    await app.stop();
  });

  test('that do not fit reach no listener, and are reported issue by issue', async () => {
    const world = await newWorld();
    const { app, heard, invalid, shortUrl } = await open(world, Sale, {
      screen: 'sale',
      price: -1,
      items: [{ 'a/b': 5 }],
    });
    assert.deepEqual(heard, []);
    const [[error, received] = []] = invalid;
    assert.deepEqual([invalid.length, error?.code], [1, 'INVALID_PARAMETERS']);
    assert.deepEqual(
      error?.errors.map(({ field, code, pointer }) => [field, code, pointer]),
      [
        ['price', 'schema', '/price'],
        ['items.0.a/b', 'schema', '/items/0/a~1b'],
      ],
    );
    assert.deepEqual([received?.url, received?.deferred], [shortUrl, false]);
    assert.ok(says(app.receipt(), 'deliver', 'failed', /do not fit the schema: price/));
    // A link has opened the app all the same: there is no other to ask for, and this one is not tried again.
    assert.deepEqual([app.receipt().waiting, app.receipt().matchType], [0, undefined]);
    assert.equal(await app.lastLink(), undefined);
    await assert.rejects(app.resolve(shortUrl), { code: 'INVALID_PARAMETERS' });
    await app.stop();
  });

  test('a recalled link that no longer fits is none', async () => {
    const world = await newWorld();
    const before = await open(world, z.object({ screen: z.string() }), { screen: 'old' });
    assert.equal((await before.app.lastLink())?.parameters.screen, 'old');
    await before.app.stop();
    const { app } = await open(world, Sale, { screen: 'old' });
    assert.equal(await app.firstLink(), undefined);
    await app.stop();
  });

  for (const [name, validate] of [
    ['answers later', async () => ({ issues: [{ message: 'No', path: [{ key: 'screen' }] }] })],
    [
      'throws',
      () => {
        throw new TypeError('screen is broken');
      },
    ],
  ] as const) {
    test(`a validator that ${name} is no danger to the app`, async () => {
      const schema = { '~standard': { version: 1, vendor: 'test', validate } } as const;
      const { app, heard, invalid } = await open(await newWorld(), schema, { screen: 'sale' });
      assert.deepEqual([heard.length, invalid.length], [0, 1]);
      assert.match(invalid[0]?.[0].message ?? '', /screen/);
      await app.stop();
    });
  }

  test('a handler of invalid links that throws is noted', async () => {
    const world = await newWorld();
    const { platform } = ADAPTERS.expo({ stored: new Map(), initialUrl: world.link.shortUrl });
    const app = createApp({
      ...platform,
      publishableKey: world.key,
      baseUrl: world.project.server.origin,
      schema: z.object({ absent: z.string() }),
      onInvalidLink: () => {
        throw new Error('a fault of the app');
      },
    });
    await app.start();
    assert.ok(says(app.receipt(), 'deliver', 'failed', /a fault of the app/));
    assert.equal(app.receipt().waiting, 0);
    await app.stop();
  });
});
