import type { DeliveredClick, ReceiptDetails } from './MatchReceipt.ts';

/**
 * Details as rows hold them. The two names of confidence in rows are older than those in code, and stay: receipts are
 * kept for half a year, and during an upgrade servers of both releases read them.
 */
interface StoredDetails extends Omit<
  ReceiptDetails,
  'confidence' | 'requiredConfidence' | 'delivered'
> {
  readonly sureness: number | null;
  readonly neededSureness: number;
  readonly delivered?: DeliveredClick | null;
}

/** SQL: the confidence of a row of `attribution_receipts`. */
export const CONFIDENCE = `(details ->> 'sureness')::float8`;

export function writeDetails(details: ReceiptDetails): string {
  const { confidence, requiredConfidence, ...others } = details;
  const stored: StoredDetails = {
    ...others,
    sureness: confidence,
    neededSureness: requiredConfidence,
  };
  return JSON.stringify(stored);
}

/** `details` was written by `writeDetails`, perhaps that of an older release. */
export function readDetails(details: unknown): ReceiptDetails {
  const { sureness, neededSureness, ...others } = details as StoredDetails;
  // Older receipts say only what was credited, which then was whatever was delivered.
  const { delivered = others.credited && clickOf(others.credited) } = others;
  return { ...others, delivered, confidence: sureness, requiredConfidence: neededSureness };
}

function clickOf({ clickId, linkId, slug }: DeliveredClick): DeliveredClick {
  return { clickId, linkId, slug };
}
