export {
  deleteEventsForOperatorRoute,
  deleteEventsRoute,
  undeleteEventsForOperatorRoute,
  undeleteEventsRoute,
} from './deleteEvents.ts';
export { getCohortsRoute } from './getCohorts.ts';
export { getEventNumbersRoute } from './getEventNumbers.ts';
export { getEventReceiptRoute } from './getEventReceipt.ts';
export { getFunnelRoute } from './getFunnel.ts';
export { getLinkEventsRoute } from './getLinkEvents.ts';
export { importCostsRoute } from './importCosts.ts';
export { listCostsRoute } from './listCosts.ts';
export { recordEventsRoute } from './recordEvents.ts';
export { recordSdkEventsRoute } from './recordSdkEvents.ts';
