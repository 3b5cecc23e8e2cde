export { dryRunLinkRoute } from './dryRunLink.ts';
export { dryRunProjectRoute } from './dryRunProject.ts';
export { getLinkResultsRoute } from './getLinkResults.ts';
export { simulateVisitRoute } from './simulateVisit.ts';
