/**
 * The load generator's own process: runs the plans that its parent sends, one after the other, so
 * that the machine code it has grown warm with serves every target alike.
 */
import { type LoadPlan, runLoad } from './runLoad.ts';

process.on('message', (plan: LoadPlan) => {
  void runLoad(plan).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
