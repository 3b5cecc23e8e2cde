import type { DeliveredClick, ReceiptDetails } from './matching/MatchReceipt.ts';

/**
 * Details as stored in rows. The two names for confidence in rows are older than those in code, and stay: receipts
 * are kept for half a year, and during an upgrade servers of both releases read them.
 */
export interface StoredDetails extends Omit<
  ReceiptDetails,
  'confidence' | 'requiredConfidence' | 'delivered' | 'test' | 'referrers'
> {
  readonly sureness: number | null;
  readonly neededSureness: number;
  readonly delivered?: DeliveredClick | null;
  readonly test?: ReceiptDetails['test'];
  readonly referrers?: ReceiptDetails['referrers'];
}

/** SQL: the confidence of a row of `attribution_receipts`. */
export const CONFIDENCE = `(details ->> 'sureness')::float8`;

export function storedDetailsOf(details: ReceiptDetails): StoredDetails {
  const { confidence, requiredConfidence, ...others } = details;
  return { ...others, sureness: confidence, neededSureness: requiredConfidence };
}

/** `details` was written by `storedDetailsOf`, possibly by an older release. */
export function readDetails(details: unknown): ReceiptDetails {
  const { sureness, neededSureness, ...others } = details as StoredDetails;
  // Older receipts state only what was credited, which back then was whatever was delivered.
  const { delivered = others.credited && clickOf(others.credited) } = others;
  const { test = null, referrers = null } = others;
  return {
    ...others,
    delivered,
    test,
    referrers,
    confidence: sureness,
    requiredConfidence: neededSureness,
  };
}

function clickOf({ clickId, linkId, slug }: DeliveredClick): DeliveredClick {
  return { clickId, linkId, slug };
}
