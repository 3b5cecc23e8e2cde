import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import { closed, Id, Shape, Time } from '../schemas.ts';
import { ProjectParams } from './dashboard/fields.ts';

const Verdict = Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('problem')], {
  description: 'The worst of the findings; `info` is no fault.',
});

export const DomainFinding = Shape('DomainFinding', {
  code: Type.String({
    description: 'Stable, such as TLS_EXPIRED; all of them are in docs/doctor.md.',
  }),
  severity: Type.Union([Type.Literal('problem'), Type.Literal('warning'), Type.Literal('info')]),
  seen: Type.String({ description: 'What was seen.' }),
  why: Type.String({ description: 'Why it matters.' }),
  cure: Type.String({ description: 'What to do.' }),
});
export type DomainFinding = Static<typeof DomainFinding>;

export const DomainReport = Shape('DomainReport', {
  id: Id(),
  host: Type.String(),
  examinedAt: Time(),
  verdict: Verdict,
  findings: Type.Array(DomainFinding, { description: 'The worst first.' }),
});
export type DomainReport = Static<typeof DomainReport>;

const DomainParams = Type.Object({ ...ProjectParams.properties, domainId: Id() });
const Host = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'A link domain, or the URL of a link on it.',
    }),
  },
  closed,
);
const ABOUT =
  'Looks from outside at DNS, certificates, redirects, association files, store pages and settings. Takes up to some seconds; only addresses of the internet are called.';
const report = { 200: { description: 'What was found.', schema: DomainReport } } as const;

export const examineHost = operation({
  id: 'examineHost',
  method: 'POST',
  path: '/doctor',
  api: 'sdk',
  tag: 'Doctor',
  summary: 'Examine a link domain of the project',
  description: `${ABOUT} With a dashboard session \`projectId\` says which project, unless there is only one.`,
  auth: 'secretKeyOrSession',
  limitClass: 'create',
  query: Type.Object({ projectId: Type.Optional(Id()) }),
  body: Host,
  bodyExample: { host: 'go.example.com' },
  replies: report,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const examineHostForOperator = operation({
  id: 'examineHostForOperator',
  method: 'POST',
  path: '/admin/doctor',
  api: 'dashboard',
  tag: 'Operator',
  summary: 'Examine a link domain of any project',
  description: ABOUT,
  auth: 'instanceAdmin',
  limitClass: 'none',
  body: Host,
  bodyExample: { host: 'go.example.com' },
  replies: report,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const examineDomain = operation({
  id: 'examineDomain',
  method: 'POST',
  path: '/projects/{projectId}/domains/{domainId}/doctor',
  api: 'dashboard',
  tag: 'Domains',
  summary: 'Examine the domain now',
  description: ABOUT,
  auth: 'admin',
  limitClass: 'create',
  params: DomainParams,
  replies: report,
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const listDomainReports = operation({
  id: 'listDomainReports',
  method: 'GET',
  path: '/projects/{projectId}/domains/{domainId}/doctor',
  api: 'dashboard',
  tag: 'Domains',
  summary: 'List examinations of the domain',
  description:
    'Verified domains are examined once a day; the owner gets a mail when faults come or go.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: DomainParams,
  replies: {
    200: {
      description: 'The last 50, the newest first.',
      schema: Shape('DomainReports', { reports: Type.Array(DomainReport) }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
