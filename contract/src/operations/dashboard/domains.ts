import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from '../../limits.ts';
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
      { description: 'The result of the last check.' },
    ),
    seen: Type.Array(Type.String(), { description: 'Values found instead.' }),
  },
  closed,
);
export type DnsRecord = Static<typeof DnsRecord>;

/** Rule: visitors 16. */
const ROOT_URL =
  'Where the domain itself leads, without a path; null: to the page that says that there is nothing.';
const NOT_FOUND_URL = 'Where a slug leads that does not exist; null: to the same page.';

/** Rule: firebase 1. */
const AllowedHosts = Hosts(
  'Hosts that long links may lead to; `*.example.com` matches every subdomain. If empty, the hosts that links of the project lead to.',
);

export const ProjectDomain = Shape('ProjectDomain', {
  id: Id(),
  host: Type.String(),
  status: Type.Union([Type.Literal('pending'), Type.Literal('verified')]),
  isPrimary: Type.Boolean(),
  given: Type.Boolean({
    description:
      'Whether it is a subdomain of the server’s link domain, which needs no DNS records and no verification.',
  }),
  firebase: Nullable(
    Type.Object(
      { allowedHosts: AllowedHosts },
      {
        ...closed,
        description:
          'Settings for Firebase Dynamic Links long links; null if the domain does not answer them.',
      },
    ),
  ),
  rootUrl: Nullable(Type.String({ description: ROOT_URL })),
  notFoundUrl: Nullable(Type.String({ description: NOT_FOUND_URL })),
  verifiedAt: Nullable(Time()),
  checkedAt: Nullable(Time('When the DNS was last checked.')),
  problem: Nullable(Type.String({ description: 'Problem found by the last check.' })),
  records: Type.Array(DnsRecord, { description: 'Records to set at the DNS provider.' }),
  linkCount: Type.Integer({ minimum: 0 }),
  createdAt: Time(),
});
export type ProjectDomain = Static<typeof ProjectDomain>;

export const listDomains = operation({
  ...base,
  id: 'listDomains',
  method: 'GET',
  path: '/projects/{projectId}/domains',
  summary: 'List the link domains of the project',
  auth: 'secretKeyOrViewer',
  limitClass: 'read',
  params: ProjectParams,
  replies: {
    200: {
      description: 'Primary domain first, then oldest first.',
      schema: Shape('DomainList', {
        domains: Type.Array(ProjectDomain),
        serverDomain: Nullable(
          Type.String({
            description:
              'The server domain under which `useServerDomain` creates a subdomain; null if that is not possible or already done.',
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
  summary: 'Add a domain; the response contains the DNS records to set',
  description:
    '403 at the plan limit; 409 if the project already has the domain or another project has verified it.',
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
  summary: 'Create a subdomain of the server’s link domain, usable immediately',
  description:
    'It does not count towards plan limits. Projects created in the dashboard get one automatically. 409 if the project already has one or the server has no link domain.',
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
  summary: 'Check the DNS records now',
  description:
    'Returns 200 with the result, verified or not. 409 if another project verified it first.',
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
  summary: 'Make this the primary domain for new links',
  description: '409 if the domain is not verified.',
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
  summary: 'Enable or disable Firebase Dynamic Links long links',
  description:
    'Long links (`/?link=…&apn=…&ibi=…`) carry their destinations in the URL and are not stored; see docs/contract/firebase.md.',
  auth: 'admin',
  limitClass: 'create',
  params: DomainParams,
  body: Type.Object({ enabled: Type.Boolean(), allowedHosts: Type.Optional(AllowedHosts) }, closed),
  replies: { 200: { description: 'The domain.', schema: ProjectDomain } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

const Address = (description: string) =>
  Nullable(Type.String({ format: 'uri', maxLength: LIMITS.destinationLength, description }));

export const setDomainAddresses = operation({
  ...base,
  id: 'setDomainAddresses',
  method: 'PUT',
  path: '/projects/{projectId}/domains/{domainId}/addresses',
  summary: 'Set where visitors go who name no link',
  description:
    'They are redirected (302) and not counted. Neither may lead to a domain for links, which could send visitors back.',
  auth: 'admin',
  limitClass: 'create',
  params: DomainParams,
  body: Type.Object({ rootUrl: Address(ROOT_URL), notFoundUrl: Address(NOT_FOUND_URL) }, closed),
  bodyExample: { rootUrl: 'https://example.com/', notFoundUrl: null },
  replies: { 200: { description: 'The domain.', schema: ProjectDomain } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const getDomainFirebase = operation({
  ...base,
  id: 'getDomainFirebase',
  method: 'GET',
  path: '/projects/{projectId}/domains/{domainId}/firebase',
  summary: 'Get the long-link settings and their numbers',
  auth: 'viewer',
  limitClass: 'read',
  params: DomainParams,
  replies: {
    200: {
      description: 'The settings and up to 200 destinations, most clicked first.',
      schema: Shape('DomainFirebase', {
        enabled: Type.Boolean(),
        allowedHosts: AllowedHosts,
        effectiveHosts: Type.Array(Type.String(), {
          description: 'The hosts in effect: the configured ones, else those of the links.',
        }),
        longLinks: Type.Array(
          Type.Object(
            {
              host: Type.String({ description: 'Destination host.' }),
              campaign: Type.String({
                description: 'Value of `utm_campaign`; empty if there is none.',
              }),
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
  description: '409 while links use it; the message states how many.',
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
        findings: Type.Array(Type.String(), { description: 'Configuration that is missing.' }),
      }),
    },
  },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'],
});
