export { createTestCodeRoute } from './createTestCode.ts';
export { endTestCodeRoute } from './endTestCode.ts';
export { getReceiptRoute } from './getReceipt.ts';
export { listLinkReceiptsRoute } from './listLinkReceipts.ts';
export { listTestCodesRoute } from './listTestCodes.ts';
export { matchDeferredRoute } from './matchDeferred.ts';
