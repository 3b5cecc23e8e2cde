import { request } from 'node:http';
import { operations } from '@fairlead/contract';
import { exampleOf } from '@fairlead/contract/exampleOf';
import { LIMITS } from '@fairlead/contract/limits';
import { basesOf, type OperationDeclaration } from '@fairlead/contract/operation';
import { type BenchProject, provisionProject } from '../targets/provisionProject.ts';
import { openClient } from '../targets/openClient.ts';
import type { BenchServer } from '../targets/startServer.ts';

/** A project with as much of everything as makes work, and the ids that paths ask for, by their names. */
export interface HeavyTenant {
  readonly server: BenchServer;
  readonly project: BenchProject;
  readonly known: ReadonlyMap<string, string>;
}

/** What is made by the smallest request, and as what paths name it. */
const MADE: readonly (readonly [OperationDeclaration, string])[] = [
  [operations.createFolder, 'folderId'],
  [operations.createLinkTemplate, 'templateId'],
  [operations.createLinkView, 'viewId'],
  [operations.createLinkComment, 'commentId'],
  [operations.createEventSource, 'sourceId'],
  [operations.createNumberShare, 'shareId'],
  [operations.createAnnotation, 'annotationId'],
  [operations.createAppKey, 'keyId'],
  [operations.createTestCode, 'testCodeId'],
  [operations.createInvitation, 'invitationId'],
  [operations.startExport, 'jobId'],
];

const LINKS = 1000;
const RULED_LINKS = 50;
const BUILDS = 8;
const REFERRERS = 3000;

const long = (index: number) => `https://shop.example.com/${index}${'/a'.repeat(4000)}`;

export async function makeHeavyTenant(server: BenchServer): Promise<HeavyTenant> {
  const project = await provisionProject(server, { name: 'Heavy', domain: 'go.heavy.localhost' });
  const { projectId } = project;
  const client = openClient(server, project);
  const rows = Array.from({ length: LINKS }, (_, index) => ({
    type: 'unified' as const,
    slug: `heavy-${index}`,
    name: `Link ${index}`,
    fallbackUrl: long(index),
    ...(index < RULED_LINKS && { rules: rulesOf(index) }),
  }));
  const [first] = await client.links.createMany(rows);
  if (first?.id === undefined) throw new Error(`no link: ${first?.message}`);
  const known = new Map([
    ['projectId', projectId],
    ['id', first.id],
    ['linkId', first.id],
    ['slug', 'heavy-0'],
    ['platform', 'ios'],
    ['build', '100'],
    ['name', 'sale'],
  ]);
  const tenant = { server, project, known };
  for (const [operation, name] of MADE) {
    const body = operation.body && (operation.bodyExample ?? exampleOf(operation.body));
    const reply = await call(
      tenant,
      operation,
      body === undefined ? undefined : JSON.stringify(body),
    );
    const id: unknown =
      /"id":"([^"]+)"/.exec(reply.text)?.[1] ?? /"jobId":"([^"]+)"/.exec(reply.text)?.[1];
    if (typeof id === 'string') known.set(name, id);
  }
  await publishBuilds(tenant);
  await visit(tenant);
  return tenant;
}

/** As many as a link may have, each of which lists as many hosts. */
export function rulesOf(seed: number) {
  return Array.from({ length: LIMITS.rulesPerLink }, (_, rule) => ({
    name: `Rule ${rule}`,
    when: {
      referrer: Array.from({ length: 120 }, (__, host) => `h${host}.r${rule}.s${seed}.example`),
      hours: Array.from({ length: 12 }, (__, hour) => (hour + rule) % 24),
    },
    to: { fallbackUrl: `https://shop.example.com/rule/${rule}` },
  }));
}

/** Patterns that begin to fit every path, differently in each build. */
export function routesOf(seed: number): string[] {
  const texts = Array.from({ length: 32 }, (_, index) => 'a'.repeat(index));
  const wild = texts.flatMap((start) => texts.map((end) => `${start}*${end}`)).slice(1);
  const tail = '/a'.repeat(LIMITS.routeSegments - 3);
  return wild.slice(0, LIMITS.routesPerBuild).map((first) => `/**/${first}${tail}/b${seed}`);
}

async function publishBuilds(tenant: HeavyTenant): Promise<void> {
  for (let build = 0; build < BUILDS; build += 1) {
    // The first of them is compared with none, and each next one has a lower number.
    const path = `/v1/builds/ios/${BUILDS - build}`;
    const body = JSON.stringify({ routes: routesOf(build) });
    await send(tenant, { method: 'PUT', path, body, headers: keyOf(tenant) });
    await send(tenant, {
      method: 'POST',
      path: '/v1/sdk/bootstrap',
      body: JSON.stringify({ installationId: `phone-${build}` }),
      headers: {
        ...keyOf(tenant),
        'x-svc-client': 'sdk-ios',
        'x-svc-client-platform': 'ios',
        'x-svc-app-build': String(BUILDS - build),
      },
    });
  }
}

/** Each by another site, so that rules have many to judge. */
async function visit(tenant: HeavyTenant): Promise<void> {
  const lanes = Array.from({ length: 16 }, async (_, lane) => {
    for (let number = lane; number < REFERRERS; number += 16) {
      await send(tenant, {
        method: 'GET',
        path: `/heavy-${number % RULED_LINKS}`,
        headers: {
          host: tenant.project.linkHost,
          referer: `https://site-${number}.example/`,
          'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/137.0.0.0 Safari/537.36',
          'x-forwarded-for': `198.51.${number >> 8}.${number & 255}`,
        },
      });
    }
  });
  await Promise.all(lanes);
}

const keyOf = ({ project }: HeavyTenant) => ({ 'x-app-key': project.appKey });

/** The credential that an operation asks for. */
function credentialOf({ server, project }: HeavyTenant, { auth }: OperationDeclaration) {
  if (auth === 'anonymous') return {};
  if (auth === 'instanceAdmin') return { authorization: `Bearer ${server.adminToken}` };
  if (auth === 'appKey' || auth === 'secretKey' || auth === 'secretKeyOrSession') {
    return { 'x-app-key': project.appKey };
  }
  return { authorization: `Bearer ${project.sessionToken}` };
}

/** Calls an operation with a body that is bytes or text, and ids of the tenant in its path. */
export function call(
  tenant: HeavyTenant,
  operation: OperationDeclaration,
  body: string | Uint8Array | undefined,
  query = '',
): Promise<Answer> {
  const { known } = tenant;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(known.get(name) ?? 'none'),
  );
  const [base = ''] = basesOf(operation);
  const [type = 'application/json'] = operation.bodyMediaTypes ?? [];
  return send(tenant, {
    method: operation.method,
    path: `${base}${path}${query}`,
    headers: {
      ...credentialOf(tenant, operation),
      ...(body !== undefined && { 'content-type': type }),
    },
    body,
  });
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

interface Answer {
  /** 0: none came. */
  readonly status: number;
  readonly text: string;
}

/** Longer than any call may take. */
const TIME_LIMIT_MS = 20_000;

/** Not by `fetch`, which sends no Host header. A call without an answer in time is broken off. */
function send({ server }: Pick<HeavyTenant, 'server'>, sent: Sent): Promise<Answer> {
  const { method, path, headers, body } = sent;
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, text: '' });
    const asked = request(
      { host: '127.0.0.1', port: server.port, method, path, timeout: TIME_LIMIT_MS },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text = (text + part).slice(0, 10_000)));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', none);
      },
    );
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    for (const [name, value] of Object.entries({ ...type, ...headers })) {
      asked.setHeader(name, value);
    }
    const limit = setTimeout(() => asked.destroy(), TIME_LIMIT_MS);
    asked.on('close', () => clearTimeout(limit));
    asked.on('error', none);
    asked.end(body);
  });
}
