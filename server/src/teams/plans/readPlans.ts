import { readFileSync } from 'node:fs';
import { finding } from '@fairlead/contract/finding';
import { compileSchema } from '@fairlead/contract/findings';
import { type Static, Type } from '@sinclair/typebox';
import { Problem } from '#platform/lib/Problem.ts';

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

/** The plans that projects may be on (Rule: limits). */
export interface Plans {
  /** The catalogue in the order of its file: what is offered if plans are sold. */
  readonly catalogue: readonly PlanEntry[];
  /** Every plan that a project can have: the catalogue and `self-hosted`. */
  readonly byId: ReadonlyMap<string, PlanEntry>;
  /** Whether plans are sold here. If not, there are no prices and, unless the operator says so, no limits. */
  readonly sold: boolean;
  /** The id of the plan that a new project gets. */
  readonly initial: string;
}

export const SELF_HOSTED = 'self-hosted';

/** The plan of projects on a server that sells none. */
const SELF_HOSTED_PLAN: PlanEntry = {
  id: SELF_HOSTED,
  name: 'Self-hosted',
  currency: 'USD',
  monthly: { priceId: 'self-hosted-monthly', amount: 0 },
  yearly: { priceId: 'self-hosted-yearly', amount: 0 },
  features: ['No limits', 'CSV exports', 'Clicks are kept until you delete them'],
  limits: {
    monthlyActiveUsers: null,
    links: null,
    domains: null,
    members: null,
    apiKeys: null,
    exports: true,
    clickRetentionDays: null,
  },
  overageRatePer1k: null,
};

const STANDARD_FILE = new URL('../../../plans.json', import.meta.url);
const catalogueSchema = compileSchema(Type.Array(PlanEntry, { minItems: 1 }));

export interface PlansOptions {
  /** PLANS_FILE; undefined: the catalogue that comes with the server. */
  readonly file?: string | undefined;
  /** Whether a payment provider is set up. */
  readonly payment?: boolean;
}

/**
 * Reads the catalogue; plans are sold if it or a payment provider is configured. Throws an error that names what is
 * wrong.
 */
export function readPlans({ file, payment = false }: PlansOptions = {}): Plans {
  const catalogue = readCatalogue(file ?? STANDARD_FILE);
  const sold = payment || file !== undefined;
  return {
    catalogue,
    // A catalogue may have its own `self-hosted` plan.
    byId: new Map([...catalogue, SELF_HOSTED_PLAN, ...catalogue].map((entry) => [entry.id, entry])),
    sold,
    initial: sold ? catalogue[0].id : SELF_HOSTED,
  };
}

function readCatalogue(file: string | URL): readonly [PlanEntry, ...PlanEntry[]] {
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`PLANS_FILE cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const findings = catalogueSchema.findings(entries, 'the catalogue');
  if (findings.length > 0) {
    throw new Error(`PLANS_FILE: ${findings.map(({ message }) => message).join('; ')}`);
  }
  checkPrices(entries as PlanEntry[]);
  return entries as [PlanEntry, ...PlanEntry[]];
}

/** The price alone must determine what it buys. */
function checkPrices(entries: readonly PlanEntry[]): void {
  const prices = entries.flatMap(({ monthly, yearly }) =>
    [monthly, yearly].flatMap(({ paymentPriceId }) => paymentPriceId ?? []),
  );
  const twice = prices.find((price, index) => prices.indexOf(price) !== index);
  if (twice !== undefined) throw new Error(`PLANS_FILE: paymentPriceId ${twice} stands twice`);
}

/** The plan of a project; a plan that is no longer in the catalogue is not treated as unlimited but as an error. */
export function getPlan(plans: Plans, id: string): PlanEntry {
  const plan = plans.byId.get(id);
  if (!plan) throw new Error(`The plan catalogue has no plan "${id}"`);
  return plan;
}

/** VALIDATION_ERROR for a plan that a project cannot have. */
export function checkPlanId(plans: Plans, id: string): void {
  if (plans.byId.has(id)) return;
  const message = `plan must be one of: ${[...plans.byId.keys()].join(', ')}`;
  throw new Problem('VALIDATION_ERROR', finding('plan', 'not_allowed', message));
}
