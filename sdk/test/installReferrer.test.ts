import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { bodyOf } from '../../server/test/support/callers/person.ts';
import { member } from '../../server/test/support/callers/personas.ts';
import { tap } from '../../server/test/support/callers/phones.ts';
import { expo } from '../src/expo.ts';
import { reactNative } from '../src/react-native.ts';
import { CLICK_TIMES, playOf, reactNativeModules } from './support/adapters.ts';
import { launch, newWorld } from './support/coldStart.ts';

const WHOLE = {
  ...CLICK_TIMES,
  clickTimestampServerSeconds: 1_700_000_003,
  installBeginTimestampServerSeconds: 1_700_000_004,
  installVersion: '2.3.0',
};

describe('the Play install referrer', () => {
  for (const [sdk, told] of [
    ['react-native', WHOLE],
    ['expo', {}],
    ['capacitor', CLICK_TIMES],
  ] as const) {
    const names = Object.keys(told).join(', ');
    test(`${sdk}: reaches the server with ${names || 'its text alone'}, and names its click`, async () => {
      const world = await newWorld();
      const referrer = `utm_source=a%20b&click_id=${await tap(world.phone, world.project, world.link)}`;
      const { app, opened } = launch(world, sdk, { referrer });
      await app.start();
      assert.deepEqual([app.receipt().matchType, opened.length], ['deterministic', 1]);
      const reply = await member(world.project)(operations.getReceipt, {
        params: {
          projectId: world.project.project.id,
          installationId: app.receipt().installationId ?? '',
        },
      });
      assert.deepEqual(bodyOf(reply, 200).referrers?.play, { referrer, ...told });
      await app.stop();
    });
  }

  const { modules } = reactNativeModules({ stored: new Map() });
  const referrer = 'utm_source=x';

  test('is the same from both major versions of react-native-play-install-referrer', async () => {
    for (const number of [Number, String]) {
      const PlayInstallReferrer = playOf({ referrer }, number);
      const { installReferrer } = reactNative({ ...modules, PlayInstallReferrer });
      assert.deepEqual(await installReferrer?.(), { referrer, ...WHOLE });
    }
    const { installReferrer } = reactNative({ ...modules, PlayInstallReferrer: playOf({}) });
    assert.equal(await installReferrer?.(), null);
  });

  test('is whole in Expo, too, with that module', async () => {
    const Application = {
      nativeApplicationVersion: null,
      nativeBuildVersion: null,
      getInstallReferrerAsync: async () => referrer,
    };
    const PlayInstallReferrer = playOf({ referrer });
    const { installReferrer } = expo({ ...modules, Application, PlayInstallReferrer });
    assert.deepEqual(await installReferrer?.(), { referrer, ...WHOLE });
  });

  test('is not asked for on iOS, where the module never answers', () => {
    const { modules: ofPhone } = reactNativeModules({ stored: new Map(), os: 'ios' });
    const PlayInstallReferrer = playOf({ referrer });
    assert.equal(reactNative({ ...ofPhone, PlayInstallReferrer }).installReferrer, undefined);
  });

  test('costs no match where it cannot be read', async () => {
    const world = await newWorld();
    const PlayInstallReferrer = {
      getInstallReferrerInfo: (callback: (info: null, error: { message: string }) => void) =>
        callback(null, { message: 'SERVICE_UNAVAILABLE' }),
    };
    const { installReferrer = () => null } = reactNative({ ...modules, PlayInstallReferrer });
    const { app } = launch(world, 'react-native', {}, { installReferrer });
    await app.start();
    assert.equal(app.receipt().matchType, null);
    assert.ok(app.receipt().steps.some(({ detail }) => detail.includes('SERVICE_UNAVAILABLE')));
    await app.stop();
  });
});
