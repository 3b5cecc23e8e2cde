export {
  type AnyOperation,
  type ChangeOptions,
  Fairlead,
  type FairleadOptions,
} from './server/Fairlead.ts';
export { FairleadError } from './core/FairleadError.ts';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PayloadTooLargeError,
  PaymentRequiredError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
} from './server/errors.ts';
export type { BulkProgress, BulkRun, CreateManyOptions } from './server/createMany.ts';
export type { FinishedExport, RunExportOptions } from './server/runExport.ts';
export type { Pages } from './server/pages.ts';
export type { Reply } from './server/Reply.ts';
export type { Answer, CallOptions, Fetch } from './core/send.ts';
export type {
  BulkLinkRequest,
  BulkResult,
  DryRun,
  DryRunRequest,
  ExplainedVisit,
  ExportJob,
  ExportRequest,
  FieldError,
  LinkPage,
  LinkResults,
  LinkStats,
  ManagedLink,
  ResolvedLink,
  RoutedLink,
  Rule,
  UpdateLinkRequest,
  Variant,
} from './contract.ts';
