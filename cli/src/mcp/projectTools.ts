import {
  Analytics,
  AnalyticsQuery,
  getLinkAnalytics,
  getProjectAnalytics,
} from '@fairlead/contract/operations/analytics';
import { getReceipt } from '@fairlead/contract/operations/attribution';
import { listDomains } from '@fairlead/contract/operations/dashboard/domains';
import { listInstallations } from '@fairlead/contract/operations/dashboard/installations';
import { SOURCE_IDS } from '@fairlead/imports/Source';
import { Type } from '@sinclair/typebox';
import { examineHost } from '../account/examineHost.ts';
import { createSender } from '../import/createSender.ts';
import { planImport } from '../import/planImport.ts';
import { findLink } from './linkTools.ts';
import { type Tool, tool } from './Tool.ts';

const closed = { additionalProperties: false } as const;
const READS = { readOnly: true, idempotent: true } as const;

const analytics = tool({
  name: 'analytics',
  title: 'Analytics',
  description:
    'Totals, series and most common devices, countries and referrers of the project, or of one link.',
  strangers: true,
  hints: READS,
  input: Type.Object(
    {
      ...AnalyticsQuery.properties,
      link: Type.Optional(Type.String({ description: 'Id, slug or short URL.' })),
    },
    closed,
  ),
  output: Analytics,
  async run(account, { link, ...query }) {
    const projectId = await account.projectId();
    if (link === undefined)
      return account.call(getProjectAnalytics, { params: { projectId }, query });
    const { id } = await findLink(account, link);
    return account.call(getLinkAnalytics, { params: { projectId, linkId: id }, query });
  },
});

const installations = tool({
  name: 'list_installations',
  title: 'List installations',
  description:
    'Installations of the app, newest first, with what they were attributed to; their ids are for read_receipt.',
  strangers: true,
  hints: READS,
  input: listInstallations.query,
  output: listInstallations.replies[200].schema,
  run: async (account, query) =>
    account.call(listInstallations, { params: { projectId: await account.projectId() }, query }),
});

const receipt = tool({
  name: 'read_receipt',
  title: 'Why an install was attributed, or was not',
  description:
    'The receipt of a first open: methods tried, candidates signal by signal, the reason.',
  strangers: true,
  hints: READS,
  input: Type.Object({ installationId: Type.String({ minLength: 1 }) }, closed),
  output: getReceipt.replies[200].schema,
  run: async (account, { installationId }) =>
    account.call(getReceipt, { params: { projectId: await account.projectId(), installationId } }),
});

const domains = tool({
  name: 'list_domains',
  title: 'List link domains',
  description: 'Link domains of the project, with the DNS records that they need.',
  hints: READS,
  input: Type.Object({}, closed),
  output: listDomains.replies[200].schema,
  run: async (account) =>
    account.call(listDomains, { params: { projectId: await account.projectId() } }),
});

const doctor = tool({
  name: 'examine_domain',
  title: 'Examine a link domain',
  description:
    'DNS, TLS, redirects and association files of a link domain as phones see them: what was seen, and the cure of each problem.',
  admins: true,
  hints: { ...READS, openWorld: true },
  input: Type.Object(
    { host: Type.String({ minLength: 3, description: 'Host, or the URL of a link.' }) },
    closed,
  ),
  output: Type.Object({
    verdict: Type.String(),
    findings: Type.Array(
      Type.Object({
        code: Type.String(),
        severity: Type.String(),
        seen: Type.String(),
        cure: Type.String(),
      }),
    ),
  }),
  run: (account, { host }) => examineHost(account, host),
});

const plan = tool({
  name: 'plan_import',
  title: 'Plan an import',
  description:
    'What would become of the rows of a CSV file of another link service: links, what is lost and why. Makes nothing; `fairlead import` does.',
  strangers: true,
  admins: true,
  hints: READS,
  input: Type.Object(
    {
      csv: Type.String({
        minLength: 1,
        maxLength: 2_000_000,
        description: 'The file, headings first.',
      }),
      from: Type.Optional(
        Type.Union(
          SOURCE_IDS.map((id) => Type.Literal(id)),
          { description: 'Told by the headings when left out.' },
        ),
      ),
      domain: Type.Optional(
        Type.String({ description: 'Host of all links, wherever they stood.' }),
      ),
    },
    closed,
  ),
  output: Type.Object({
    source: Type.String(),
    rows: Type.Integer(),
    created: Type.Integer({ description: 'Links that the import would create.' }),
    existing: Type.Integer(),
    refused: Type.Integer({ description: 'Something is wrong with these.' }),
    skipped: Type.Integer({ description: 'Left out on purpose, as repeated rows are.' }),
    exact: Type.Boolean({
      description:
        'Whether the server was asked; otherwise what it would refuse counts as created.',
    }),
    losses: Type.Array(Type.Object({ what: Type.String(), rows: Type.Integer() })),
    unknownFields: Type.Array(Type.String()),
    first: Type.Array(Type.Unknown(), { description: 'The first rows, as the report has them.' }),
  }),
  run: (account, input) => planImport(input, createSender(account)),
});

export const PROJECT_TOOLS: readonly Tool[] = [
  analytics,
  installations,
  receipt,
  domains,
  doctor,
  plan,
];
