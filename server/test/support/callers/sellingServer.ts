import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endings, shareInProcess } from '../run/endings.ts';
import {
  openStripeServer,
  PRICES,
  STRIPE_KEY,
  WEBHOOK_SECRET,
} from '../outside/openStripeServer.ts';
import { startServer, type TestServer } from '../useServer.ts';

export interface SellingServer {
  readonly server: TestServer;
  readonly stripe: Awaited<ReturnType<typeof openStripeServer>>;
}

/** A server whose plans are sold through the Stripe on loopback. */
export const useSellingServer = shareInProcess(async (): Promise<SellingServer> => {
  const stripe = endings.use(await openStripeServer());
  const server = await startServer(await sellingEnvironment(stripe.origin));
  stripe.state.webhookUrl = `${server.origin}/api/v1/webhooks/stripe`;
  return { server, stripe };
});

/** Variables of a server that sells the standard plans at the prices of the Stripe on loopback. */
export async function sellingEnvironment(apiUrl: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-plans-'));
  endings.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'plans.json');
  await writeFile(file, await pricedPlans());
  return {
    PLANS_FILE: file,
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: apiUrl,
  };
}

interface PlanFile {
  id: string;
  monthly: { paymentPriceId?: string };
  yearly: { paymentPriceId?: string };
}

async function pricedPlans(): Promise<string> {
  const file = new URL('../../../plans.json', import.meta.url);
  const plans = JSON.parse(await readFile(file, 'utf8')) as PlanFile[];
  const put = (id: string, period: 'monthly' | 'yearly', price: string) => {
    const plan = plans.find((each) => each.id === id);
    if (plan) plan[period].paymentPriceId = price;
  };
  put('pro', 'monthly', PRICES.proMonthly);
  put('pro', 'yearly', PRICES.proYearly);
  put('business', 'monthly', PRICES.businessMonthly);
  return JSON.stringify(plans);
}
