export { createAnnotationRoute } from './createAnnotation.ts';
export { createNumberShareRoute } from './createNumberShare.ts';
export { deleteAnnotationRoute } from './deleteAnnotation.ts';
export { deleteNumberShareRoute } from './deleteNumberShare.ts';
export { listAnnotationsRoute } from './listAnnotations.ts';
export { listNumberSharesRoute } from './listNumberShares.ts';
export { readSharedEventsRoute } from './readSharedEvents.ts';
export { readSharedNumbersRoute } from './readSharedNumbers.ts';
export { getWeeklyMailRoute, setWeeklyMailRoute } from './weeklyMail.ts';
