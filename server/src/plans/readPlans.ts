import { readFileSync } from 'node:fs';
import { compileSchema } from '@fairlead/contract/findings';
import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const Limit = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
  description: 'Null means unlimited.',
});
const Price = Type.Object(
  {
    priceId: Type.String({ minLength: 1 }),
    paymentPriceId: Type.Optional(Type.String({ minLength: 1 })),
    amount: Type.Number({ minimum: 0, description: 'In whole units of the currency.' }),
    discount: Type.Optional(Type.String()),
  },
  closed,
);

const PlanEntry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9-]+$' }),
    name: Type.String({ minLength: 1 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    monthly: Price,
    yearly: Price,
    features: Type.Array(Type.String()),
    limits: Type.Object(
      {
        monthlyActiveUsers: Limit,
        links: Limit,
        domains: Limit,
        members: Limit,
        apiKeys: Limit,
        exports: Type.Boolean(),
        clickRetentionDays: Limit,
      },
      closed,
    ),
    overageRatePer1k: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
      description: 'Per 1,000 monthly active users over the limit; null: none is sold.',
    }),
  },
  closed,
);
export type PlanEntry = Static<typeof PlanEntry>;

/** The plan catalogue by plan id, in the order of the file (DECISIONS 7). */
export type Plans = ReadonlyMap<string, PlanEntry>;

const STANDARD_FILE = new URL('../../plans.json', import.meta.url);
const catalogue = compileSchema(Type.Array(PlanEntry, { minItems: 1 }));

/** Reads PLANS_FILE, or the catalogue that comes with the server. Throws naming what is wrong. */
export function readPlans(path: string | undefined): Plans {
  const file = path ?? STANDARD_FILE;
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`PLANS_FILE cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const findings = catalogue.findings(entries, 'the catalogue');
  if (findings.length > 0) {
    throw new Error(`PLANS_FILE: ${findings.map(({ message }) => message).join('; ')}`);
  }
  checkPrices(entries as PlanEntry[]);
  return new Map((entries as PlanEntry[]).map((entry) => [entry.id, entry]));
}

/** What a price buys must be plain from the price alone. */
function checkPrices(entries: readonly PlanEntry[]): void {
  const prices = entries.flatMap(({ monthly, yearly }) =>
    [monthly, yearly].flatMap(({ paymentPriceId }) => paymentPriceId ?? []),
  );
  const twice = prices.find((price, index) => prices.indexOf(price) !== index);
  if (twice !== undefined) throw new Error(`PLANS_FILE: paymentPriceId ${twice} stands twice`);
}

/** The plan of a project; one that the catalogue has lost is unlimited in nothing: it is an error. */
export function getPlan(plans: Plans, id: string): PlanEntry {
  const plan = plans.get(id);
  if (!plan) throw new Error(`The plan catalogue has no plan "${id}"`);
  return plan;
}
