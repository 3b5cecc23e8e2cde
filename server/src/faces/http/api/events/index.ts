export { getLinkEventsRoute } from './getLinkEvents.ts';
export { recordEventsRoute } from './recordEvents.ts';
export { recordSdkEventsRoute } from './recordSdkEvents.ts';
