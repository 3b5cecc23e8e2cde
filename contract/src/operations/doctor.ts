import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import { closed, Id, Shape, Time } from '../schemas.ts';
import { ProjectParams } from './dashboard/fields.ts';

const Verdict = Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('problem')], {
  description: 'The most severe finding; `info` is not a fault.',
});

export const DomainFinding = Shape('DomainFinding', {
  code: Type.String({
    description: 'Stable code, such as TLS_EXPIRED; docs/doctor.md lists all of them.',
  }),
  severity: Type.Union([Type.Literal('problem'), Type.Literal('warning'), Type.Literal('info')]),
  seen: Type.String({ description: 'What was observed.' }),
  why: Type.String({ description: 'Why it matters.' }),
  cure: Type.String({ description: 'How to fix it.' }),
});
export type DomainFinding = Static<typeof DomainFinding>;

export const DomainReport = Shape('DomainReport', {
  id: Id(),
  host: Type.String(),
  examinedAt: Time(),
  verdict: Verdict,
  findings: Type.Array(DomainFinding, { description: 'Most severe first.' }),
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
  'Checks DNS, certificates, redirects, association files, store pages and settings, as seen from outside. Takes up to a few seconds; only public IP addresses are called.';
const report = { 200: { description: 'The report.', schema: DomainReport } } as const;

export const examineHost = operation({
  id: 'examineHost',
  method: 'POST',
  path: '/doctor',
  api: 'sdk',
  tag: 'Doctor',
  summary: 'Check a link domain of the project',
  description: `${ABOUT} A dashboard session must set \`projectId\` unless there is only one project.`,
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
  summary: 'Check a link domain of any project',
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
  summary: 'Check the domain now',
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
  summary: 'List checks of the domain',
  description:
    'Verified domains are checked once a day; the owner gets an email when problems appear or are fixed.',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: DomainParams,
  replies: {
    200: {
      description: 'The last 50, newest first.',
      schema: Shape('DomainReports', { reports: Type.Array(DomainReport) }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
