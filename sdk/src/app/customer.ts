import { identify } from '../contract.ts';
import type { Context } from './context.ts';
import type { Kept } from './state.ts';

/** Whose installation this is: told to the server once it knows the installation, and again until it has answered. */
export function createCustomer(context: Context) {
  return {
    /** Null: nobody's. The same as before is not told again; another proof of it counts for what is still to be told. */
    set({ state }: Kept, id: string | null, proof?: string): void {
      const { customer } = state;
      if ((customer?.id ?? null) !== id) state.customer = { id, proof, told: false };
      else if (customer && proof !== undefined && proof !== customer.proof) {
        state.customer = { ...customer, proof };
      }
    },
    async tell(): Promise<void> {
      const { kept } = context;
      const customer = kept?.state.customer;
      if (!kept || !customer || customer.told || !context.ready || !context.agreed()) return;
      const { state, save } = kept;
      try {
        const { id: customerId, proof } = customer;
        const body = {
          installationId: state.id,
          customerId,
          ...(proof !== undefined && { proof }),
        };
        const { requestId } = await context.call(identify, { body }, { repeatable: true });
        customer.told = true;
        context.receipt.note('identify', 'ok', customer.id ?? 'Signed out', requestId);
      } catch (error) {
        if (context.report('identify', error) === 'waiting') return;
        // Refused for good: not said again before the app says so.
        if (state.customer === customer) state.customer = undefined;
      }
      await save();
    },
  };
}
