import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PlayReferrer } from '@fairlead/contract/installReferrers';
import { describeTimeline } from '#apps/attribution/describeTimeline.ts';
import { emptyDetails } from '#apps/attribution/matching/matchInstall.ts';
import { newId } from '#platform/lib/uuid.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const minute = (minutes: number) => new Date(NOON + minutes * 60_000);
const seconds = (minutes: number) => minute(minutes).getTime() / 1000;
const link = { linkId: newId(), slug: 'summer' };
const details = emptyDetails({ matchingWindowMinutes: 60 });
const opener = { firstSeenAt: minute(4) };

function stepsOf(play: Omit<PlayReferrer, 'referrer'>) {
  const referrers = { play: { referrer: 'x', ...play }, injection: null, meta: null };
  const delivered = { ...link, clickId: newId(NOON) };
  const receipt = { createdAt: minute(5), details: { ...details, delivered, referrers } };
  return describeTimeline(receipt, opener).map(({ step, at, text }) => [step, at, text]);
}

describe('the timeline of a receipt', () => {
  test("goes from the tap to the outcome, by the store's clock where it is known", () => {
    const times = {
      clickTimestampServerSeconds: seconds(1),
      clickTimestampSeconds: seconds(90),
      installBeginTimestampServerSeconds: seconds(2),
      installBeginTimestampSeconds: seconds(91),
    };
    assert.deepEqual(stepsOf(times), [
      ['tapped', minute(0), 'Tapped the link "summer"'],
      ['store', minute(1), 'Came to Google Play'],
      ['installed', minute(2), 'Started to install the app'],
      ['firstOpened', minute(4), 'Opened the app for the first time'],
      ['decided', minute(5), 'Was given the link "summer"'],
    ]);
  });

  test('says where a time is by the clock of the phone, and leaves out what is unknown or 0', () => {
    const times = {
      installBeginTimestampServerSeconds: 0,
      installBeginTimestampSeconds: seconds(2),
    };
    assert.deepEqual(stepsOf({ ...times, clickTimestampServerSeconds: 0 })[1], [
      'installed',
      minute(2),
      'Started to install the app, by the phone’s clock',
    ]);
  });

  test('has no tap for a test and where nothing was matched', () => {
    const textsOf = (change: object) =>
      describeTimeline({ createdAt: minute(5), details: { ...details, ...change } }, null);
    assert.deepEqual(
      textsOf({ test: link }).map(({ text }) => text),
      ['Was given the link "summer"'],
    );
    assert.deepEqual(
      textsOf({}).map(({ text }) => text),
      ['Was given no link'],
    );
  });
});
