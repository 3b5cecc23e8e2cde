export { listAuditEntriesRoute } from './listAuditEntries.ts';
