import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../../operation.ts';
import { closed, Id, Nullable, Shape, Time, Hosts } from '../../schemas.ts';
import { Done, ProjectParams } from './fields.ts';

const base = { api: 'dashboard', tag: 'Domains' } as const;
const DomainParams = Type.Object({ projectId: Id(), domainId: Id() });

export const DnsRecord = Type.Object(
  {
    purpose: Type.Union([Type.Literal('proof'), Type.Literal('traffic')]),
    type: Type.Union([
      Type.Literal('TXT'),
      Type.Literal('CNAME'),
      Type.Literal('A'),
      Type.Literal('AAAA'),
    ]),
    name: Type.String({ description: 'The full name of the record.' }),
    value: Type.String(),
    state: Type.Union(
      [
        Type.Literal('unchecked'),
        Type.Literal('found'),
        Type.Literal('missing'),
        Type.Literal('different'),
      ],
      { description: 'What the last check saw.' },
    ),
    seen: Type.Array(Type.String(), { description: 'Values that stand there instead.' }),
  },
  closed,
);
export type DnsRecord = Static<typeof DnsRecord>;

/** Rule: firebase 1. */
const AllowedHosts = Hosts(
  'Where long links may lead; `*.example.com` stands for every subdomain. Empty: the hosts to which links of the project lead.',
);

export const ProjectDomain = Shape('ProjectDomain', {
  id: Id(),
  host: Type.String(),
  status: Type.Union([Type.Literal('pending'), Type.Literal('verified')]),
  isPrimary: Type.Boolean(),
  given: Type.Boolean({
    description: 'A subdomain of the link domain of this server: it needs no DNS and no check.',
  }),
  firebase: Nullable(
    Type.Object(
      { allowedHosts: AllowedHosts },
      {
        ...closed,
        description: 'The domain answers long links of Firebase Dynamic Links; null: it does not.',
      },
    ),
  ),
  verifiedAt: Nullable(Time()),
  checkedAt: Nullable(Time('Last look at the DNS.')),
  problem: Nullable(Type.String({ description: 'What the last check found wrong.' })),
  records: Type.Array(DnsRecord, { description: 'To be set at the DNS provider.' }),
  linkCount: Type.Integer({ minimum: 0 }),
  createdAt: Time(),
});
export type ProjectDomain = Static<typeof ProjectDomain>;

export const listDomains = operation({
  ...base,
  id: 'listDomains',
  method: 'GET',
  path: '/projects/{projectId}/domains',
  summary: 'Link domains of the project',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'The primary domain first, then by age.',
      schema: Shape('DomainList', {
        domains: Type.Array(ProjectDomain),
        serverDomain: Nullable(
          Type.String({
            description:
              'The domain of this server under which `useServerDomain` gives one; null where it cannot, or has.',
          }),
        ),
      }),
    },
  },
  errors: ['UNAUTHORIZED', 'NOT_FOUND'],
});

export const addDomain = operation({
  ...base,
  id: 'addDomain',
  method: 'POST',
  path: '/projects/{projectId}/domains',
  summary: 'Add a domain; the reply has the DNS records to set',
  description:
    '403 at the plan limit, 409 when the project has it already or another has proved it.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  body: Type.Object({ host: Type.String({ format: 'hostname' }) }, closed),
  replies: { 201: { description: 'The domain, not verified yet.', schema: ProjectDomain } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const useServerDomain = operation({
  ...base,
  id: 'useServerDomain',
  method: 'POST',
  path: '/projects/{projectId}/domains/server',
  summary: 'Get a subdomain of the link domain of this server, usable at once',
  description:
    'No limit of a plan counts it. Projects made in the dashboard get it by themselves. 409 when the project has it already, and where the server has no link domain.',
  auth: 'admin',
  limitClass: 'create',
  params: ProjectParams,
  replies: { 201: { description: 'The domain, verified.', schema: ProjectDomain } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const verifyDomain = operation({
  ...base,
  id: 'verifyDomain',
  method: 'POST',
  path: '/projects/{projectId}/domains/{domainId}/verify',
  summary: 'Look at the DNS now',
  description:
    'Answers 200 with what was found, verified or not. 409 when another project proved it first.',
  auth: 'admin',
  limitClass: 'create',
  params: DomainParams,
  replies: { 200: { description: 'The domain after the check.', schema: ProjectDomain } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const setPrimaryDomain = operation({
  ...base,
  id: 'setPrimaryDomain',
  method: 'POST',
  path: '/projects/{projectId}/domains/{domainId}/primary',
  summary: 'Make it the domain of new links',
  description: '409 for a domain that is not verified.',
  auth: 'admin',
  limitClass: 'create',
  params: DomainParams,
  replies: { 200: { description: 'The domain.', schema: ProjectDomain } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const setDomainFirebase = operation({
  ...base,
  id: 'setDomainFirebase',
  method: 'PUT',
  path: '/projects/{projectId}/domains/{domainId}/firebase',
  summary: 'Start or stop answering long links of Firebase Dynamic Links',
  description:
    'Long links (`/?link=…&apn=…&ibi=…`) are decided by what they say and not stored; see the rules of Firebase links.',
  auth: 'admin',
  limitClass: 'create',
  params: DomainParams,
  body: Type.Object({ enabled: Type.Boolean(), allowedHosts: Type.Optional(AllowedHosts) }, closed),
  replies: { 200: { description: 'The domain.', schema: ProjectDomain } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const getDomainFirebase = operation({
  ...base,
  id: 'getDomainFirebase',
  method: 'GET',
  path: '/projects/{projectId}/domains/{domainId}/firebase',
  summary: 'List allowed destinations of long links, with their opens',
  auth: 'viewer',
  limitClass: 'read',
  params: DomainParams,
  replies: {
    200: {
      description: 'The setting and the numbers, the most clicked first, at most 200.',
      schema: Shape('DomainFirebase', {
        enabled: Type.Boolean(),
        allowedHosts: AllowedHosts,
        effectiveHosts: Type.Array(Type.String(), {
          description: 'The hosts now in force: those requested, else those of the links.',
        }),
        longLinks: Type.Array(
          Type.Object(
            {
              host: Type.String({ description: 'Of the destination.' }),
              campaign: Type.String({ description: '`utm_campaign`; empty where there is none.' }),
              clicks: Type.Integer({ minimum: 0 }),
              lastClickedAt: Nullable(Time()),
            },
            closed,
          ),
        ),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});

export const removeDomain = operation({
  ...base,
  id: 'removeDomain',
  method: 'DELETE',
  path: '/projects/{projectId}/domains/{domainId}',
  summary: 'Remove a domain',
  description: '409 while live links use it; the message says how many.',
  auth: 'admin',
  limitClass: 'create',
  params: DomainParams,
  replies: { 200: { description: 'Removed.', schema: Done } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});

export const getDomainAssociation = operation({
  ...base,
  id: 'getDomainAssociation',
  method: 'GET',
  path: '/projects/{projectId}/domains/{domainId}/association',
  summary: 'Get the association files of the domain',
  auth: 'viewer',
  limitClass: 'read',
  params: DomainParams,
  replies: {
    200: {
      description: 'The documents as served.',
      schema: Shape('DomainAssociation', {
        appleUrl: Type.String(),
        apple: Type.Record(Type.String(), Type.Unknown()),
        androidUrl: Type.String(),
        android: Type.Array(Type.Unknown()),
        findings: Type.Array(Type.String(), { description: 'What is missing.' }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
