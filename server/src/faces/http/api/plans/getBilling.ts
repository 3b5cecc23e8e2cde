import type { App } from '../../../App.ts';
import type { Billing } from '#platform/ports/Billing.ts';
import { Problem } from '#platform/lib/Problem.ts';

/** The payment provider. CONFLICT on a server that sells nothing. */
export function getBilling({ billing }: Pick<App, 'billing'>): Billing {
  if (billing) return billing;
  throw new Problem(
    'CONFLICT',
    'Plans are not sold on this server: payment is not set up, so its operator changes the plan',
  );
}

/** The dashboard page for choosing a plan, to which the provider returns. */
export function planPage({ config }: Pick<App, 'config'>, projectId: string): URL {
  return new URL(`/p/${projectId}/plan`, config.publicUrl);
}
