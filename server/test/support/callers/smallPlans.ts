import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endings, shareInProcess } from '../run/endings.ts';
import { startServer } from '../useServer.ts';

const price = (id: string) => ({ priceId: id, amount: 0 });
const plan = (id: string, limits: object, overageRatePer1k: number | null) => ({
  id,
  name: `${id[0]?.toUpperCase()}${id.slice(1)}`,
  currency: 'EUR',
  monthly: price(`${id}-monthly`),
  yearly: { ...price(`${id}-yearly`), discount: 'Two months free' },
  features: [],
  limits: {
    monthlyActiveUsers: 5,
    links: 10,
    domains: null,
    members: null,
    apiKeys: null,
    exports: true,
    clickRetentionDays: 30,
    ...limits,
  },
  overageRatePer1k,
});

/** A server whose operator's catalogue has plans that are soon used up: `small`, with overage `paying`, and `single` with one domain and one member. */
export const useSmallPlans = shareInProcess(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-plans-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'plans.json');
  await writeFile(
    file,
    JSON.stringify([
      plan('small', {}, null),
      plan('paying', {}, 0.5),
      plan('single', { domains: 1, members: 1 }, null),
    ]),
  );
  return startServer({ PLANS_FILE: file });
});
