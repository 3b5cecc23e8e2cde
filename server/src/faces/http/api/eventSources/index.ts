export { createEventSourceRoute } from './createEventSource.ts';
export { deleteEventSourceRoute } from './deleteEventSource.ts';
export { listEventSourcesRoute } from './listEventSources.ts';
export { receiveSourceEventsRoute } from './receiveSourceEvents.ts';
export { updateEventSourceRoute } from './updateEventSource.ts';
