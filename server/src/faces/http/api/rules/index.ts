export { simulateVisitRoute } from './simulateVisit.ts';
