import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPlans } from '#teams/plans/readPlans.ts';

test('a paymentPriceId may be used only once in PLANS_FILE', async () => {
  const file = new URL('../../plans.json', import.meta.url);
  const plans = JSON.parse(await readFile(file, 'utf8')) as {
    monthly: { paymentPriceId?: string };
    yearly: { paymentPriceId?: string };
  }[];
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-plans-'));
  try {
    const path = join(folder, 'plans.json');
    const [, pro, business] = plans;
    assert.ok(pro && business);
    pro.monthly.paymentPriceId = 'price_pro';
    business.yearly.paymentPriceId = 'price_business';
    await writeFile(path, JSON.stringify(plans));
    assert.equal(readPlans({ file: path }).byId.get('pro')?.monthly.paymentPriceId, 'price_pro');
    business.yearly.paymentPriceId = 'price_pro';
    await writeFile(path, JSON.stringify(plans));
    assert.throws(
      () => readPlans({ file: path }),
      /PLANS_FILE: paymentPriceId price_pro stands twice/,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
