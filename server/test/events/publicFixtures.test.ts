import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CASES, LISTED, type CaseNumber } from './fixtures/cases.ts';
import { CREDITS } from './fixtures/credits.ts';
import { DELIVERIES } from './fixtures/deliveries.ts';
import { RETURNS } from './fixtures/returns.ts';

const PLAYS: Readonly<Record<CaseNumber, () => Promise<void>>> = {
  ...DELIVERIES,
  ...CREDITS,
  ...RETURNS,
};

describe('public fixtures', () => {
  test('every listed case has one entry, agreed with or with a reason, and is played', () => {
    assert.deepEqual(
      CASES.map(({ number }) => number),
      LISTED,
    );
    assert.deepEqual(Object.keys(PLAYS).toSorted(), LISTED);
    for (const { number, verdict, reason } of CASES) {
      assert.equal(reason === undefined, verdict === 'agreed', number);
    }
  });

  for (const { number, subject, title, verdict, reason } of CASES) {
    test(`${subject} ${number}, ${verdict}: ${title}`, async (context) => {
      if (reason !== undefined) context.diagnostic(reason);
      await PLAYS[number]();
    });
  }
});
