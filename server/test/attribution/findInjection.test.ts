import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PlayReferrer } from '@fairlead/contract/installReferrers';
import { findInjection } from '#apps/attribution/referrers/findInjection.ts';

const OPENED = 1_700_000_000;

suite('click injection', () => {
  const cases: readonly [
    string,
    Omit<PlayReferrer, 'referrer'>,
    ReturnType<typeof findInjection>,
  ][] = [
    ['no times', {}, null],
    ['times of zero', { clickTimestampSeconds: 0, installBeginTimestampSeconds: 0 }, null],
    [
      'a click whose install began at an unknown time',
      { clickTimestampServerSeconds: OPENED - 60, installBeginTimestampServerSeconds: 0 },
      null,
    ],
    [
      'a click before the installation began',
      {
        clickTimestampServerSeconds: OPENED - 60,
        installBeginTimestampServerSeconds: OPENED - 40,
      },
      null,
    ],
    [
      'a click in the second in which the installation began',
      {
        clickTimestampServerSeconds: OPENED - 40,
        installBeginTimestampServerSeconds: OPENED - 40,
      },
      null,
    ],
    [
      'a click after the installation began',
      {
        clickTimestampServerSeconds: OPENED - 39,
        installBeginTimestampServerSeconds: OPENED - 40,
      },
      { reason: 'click_after_install_began', seconds: 1, clock: 'store' },
    ],
    [
      "the same by the phone's clock",
      { clickTimestampSeconds: 500, installBeginTimestampSeconds: 440 },
      { reason: 'click_after_install_began', seconds: 60, clock: 'phone' },
    ],
    [
      "the phone's clock contradicting the store's",
      {
        clickTimestampServerSeconds: OPENED - 60,
        installBeginTimestampServerSeconds: OPENED - 40,
        clickTimestampSeconds: 500,
        installBeginTimestampSeconds: 440,
      },
      null,
    ],
    [
      'a click 9 seconds before the first open',
      { clickTimestampServerSeconds: OPENED - 9 },
      { reason: 'click_just_before_first_open', seconds: 9, clock: 'store' },
    ],
    ['a click 10 seconds before it', { clickTimestampServerSeconds: OPENED - 10 }, null],
    [
      "a click a little ahead of this server's clock",
      { clickTimestampServerSeconds: OPENED + 30 },
      { reason: 'click_just_before_first_open', seconds: 0, clock: 'store' },
    ],
    ['a click an hour ahead of it', { clickTimestampServerSeconds: OPENED + 3600 }, null],
    ["a click just before it by the phone's clock", { clickTimestampSeconds: OPENED - 1 }, null],
  ];
  for (const [title, times, expected] of cases) {
    test(`${title}: ${expected?.reason ?? 'not suspected'}`, () => {
      const found = findInjection({ referrer: 'x', ...times }, new Date(OPENED * 1000));
      assert.deepEqual(found, expected);
    });
  }
});
