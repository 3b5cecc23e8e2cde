import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { onlySaidBy } from '../eventResources.ts';
import { LIMITS, limitText } from '../limits.ts';
import { LINK_SORTS, LinkSelection } from '../linkFilters.ts';
import { operation } from '../operation.ts';
import { closed, Id, oneOf } from '../schemas.ts';
import { FactsQuery } from './analytics.ts';

const InProject = Type.Object({ projectId: Type.String({ description: 'Id of the project.' }) });
const JobInProject = Type.Object({
  projectId: Type.String({ description: 'Id of the project.' }),
  jobId: Type.String({ format: 'uuid' }),
});

/** Rule: exports 1. The fields mirror the filters of the Links page. */
export const ExportRequest = Type.Object(
  {
    kind: Type.Optional(
      Type.Union(oneOf('links', 'routes', 'clicks', 'events').anyOf, {
        description:
          'links: a row for each link, the default. routes: a row for each rule and variant of each link that has or had some, and for the link itself; links newest first. clicks: a row for each click whose row is still kept, the oldest first, without IP address and visitor; of all links or of `linkId`, and with the facts that are given. events: a row for each event, the oldest first, with what it is credited to; without the person.',
      }),
    ),
    ...LinkSelection,
    activeAfter: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'Inclusive start of the activity window, which limits what is counted, or which clicks there are.',
      }),
    ),
    activeBefore: Type.Optional(
      Type.String({ format: 'date-time', description: 'Exclusive end of the activity window.' }),
    ),
    linkId: Type.Optional(Id('Of clicks and events alone: those of this link.')),
    saidBy: Type.Optional({
      ...onlySaidBy,
      description: `Of events alone. ${onlySaidBy.description}`,
    }),
    ...FactsQuery,
    sortBy: Type.Optional(oneOf(...LINK_SORTS)),
    sortOrder: Type.Optional(oneOf('asc', 'desc')),
  },
  { ...closed, $id: 'ExportRequest' },
);
export type ExportRequest = Static<typeof ExportRequest>;

export const ExportStatus = oneOf('pending', 'processing', 'completed', 'failed');

/** Rule: exports 8. */
export const ExportJob = Type.Object(
  {
    jobId: Type.String({ format: 'uuid' }),
    status: ExportStatus,
    rowCount: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Number of exported rows; present once completed.',
      }),
    ),
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'The reason, if the export failed.',
    }),
    downloadUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description: `Signed URL, valid for ${LIMITS.exportLinkDays} days and new on each read; present once completed. The export is available for ${LIMITS.exportDays} days after it finishes.`,
      }),
    ),
  },
  { ...closed, $id: 'ExportJob' },
);
export type ExportJob = Static<typeof ExportJob>;

const ExportEntry = Type.Object(
  {
    ...ExportJob.properties,
    filters: ExportRequest,
    rowsSoFar: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Of an export that is being made: rows written, about.',
      }),
    ),
    bytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Size of the file.' })),
    createdAt: Type.String({ format: 'date-time' }),
    finishedAt: Type.Optional(Type.String({ format: 'date-time' })),
    startedBy: Type.Optional(Type.String({ description: 'Email of the user who started it.' })),
  },
  closed,
);

const success = Type.Literal(true);
const reply = <T extends TSchema>(data: T) => Type.Object({ success, data }, closed);

export const startExport = operation({
  id: 'startExport',
  method: 'POST',
  path: '/projects/{projectId}/links/export',
  api: 'dashboard',
  tag: 'Exports',
  summary: 'Export the links, clicks or events of the project as CSV, in the background',
  description: `The file contains every matching link, with or without activity in the window. Reversed bounds are swapped; either may be omitted. At most ${limitText('exportRows')} links, or ${limitText('exportClicks')} clicks or events.`,
  auth: 'viewer',
  limitClass: 'create',
  params: InProject,
  body: ExportRequest,
  bodyOptional: true,
  bodyExample: { search: 'summer', sortBy: 'clickCount', sortOrder: 'desc' },
  replies: {
    202: {
      description: 'The export has started.',
      schema: Type.Object(
        {
          success,
          data: Type.Object(
            { jobId: Type.String({ format: 'uuid' }), status: Type.Literal('pending') },
            closed,
          ),
        },
        closed,
      ),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'PAYMENT_REQUIRED', 'NOT_FOUND', 'RATE_LIMITED'],
});

export const getExport = operation({
  id: 'getExport',
  method: 'GET',
  path: '/projects/{projectId}/links/export/{jobId}',
  api: 'dashboard',
  tag: 'Exports',
  summary: 'Get the status of an export',
  auth: 'viewer',
  limitClass: 'read',
  params: JobInProject,
  replies: {
    200: { description: 'The export job.', schema: reply(ExportJob) },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const listExports = operation({
  id: 'listExports',
  method: 'GET',
  path: '/projects/{projectId}/links/export',
  api: 'dashboard',
  tag: 'Exports',
  summary: 'List the latest exports of the project, at most 100',
  description: 'An export is removed from the list when its last download URL expires.',
  auth: 'viewer',
  limitClass: 'read',
  params: InProject,
  replies: {
    200: {
      description: 'Newest first.',
      schema: reply(Type.Object({ exports: Type.Array(ExportEntry) }, closed)),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const cancelExport = operation({
  id: 'cancelExport',
  method: 'POST',
  path: '/projects/{projectId}/links/export/{jobId}/cancel',
  api: 'dashboard',
  tag: 'Exports',
  summary: 'Cancel an unfinished export',
  description: 'Its status becomes `failed`, and `error` states that it was canceled.',
  auth: 'viewer',
  limitClass: 'create',
  params: JobInProject,
  replies: {
    200: { description: 'The canceled job.', schema: reply(ExportJob) },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'],
});

export const downloadExport = operation({
  id: 'downloadExport',
  method: 'GET',
  path: '/exports/{jobId}/download',
  api: 'dashboard',
  tag: 'Exports',
  summary: 'Download the CSV file of an export by its signed URL',
  description:
    'No session is required: the URL is signed and includes its expiry. The file is RFC 4180 CSV in UTF-8 with CRLF and times in UTC. Anything a spreadsheet would run as a formula is prefixed with an apostrophe, whichever separator the spreadsheet uses.',
  auth: 'anonymous',
  limitClass: 'public',
  params: Type.Object({ jobId: Type.String() }),
  query: Type.Object({
    expires: Type.Optional(Type.String({ description: 'Unix time in seconds.' })),
    signature: Type.Optional(Type.String()),
  }),
  replies: {
    200: {
      description: 'The file.',
      mediaType: 'text/csv; charset=utf-8',
      headers: {
        'content-disposition': 'The suggested file name.',
        'content-length': 'Bytes of the file.',
        'cache-control': 'Always `private, no-store`.',
        'x-content-type-options': 'Always `nosniff`.',
      },
    },
  },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'UNAVAILABLE'],
});
