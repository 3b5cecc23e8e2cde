export { getReceiptRoute } from './getReceipt.ts';
export { listLinkReceiptsRoute } from './listLinkReceipts.ts';
export { matchDeferredRoute } from './matchDeferred.ts';
