import { deflateSync, crc32 } from 'node:zlib';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import { routesOf, rulesOf } from './heavyTenant.ts';
import { largestOf } from './largestOf.ts';

/** A call of an operation as heavy as it may be. */
export interface LargestCall {
  readonly operation: OperationDeclaration;
  /** What is special about it; empty for the largest body that fits the schema. */
  readonly what: string;
  readonly query?: string;
  body?: () => string | Uint8Array;
}

/** What takes away what other calls need, or ends the session, comes last. */
const ENDING: ReadonlySet<string> = new Set([
  'changePlan',
  'changePassword',
  'revokeOtherSessions',
  'revokeSession',
  'leaveProject',
  'transferOwnership',
  'signOut',
  'deleteProject',
]);
/** Room for what a body has beside its values. */
const SPARE_BYTES = 4096;

/** Of every operation the largest body that fits its schema, and what is made to be slow. */
export function listLargestCalls(): LargestCall[] {
  const all = Object.values<OperationDeclaration>(operations);
  const rank = ({ id, method }: OperationDeclaration) =>
    ENDING.has(id) ? 2 : method === 'DELETE' || id.startsWith('delete') ? 1 : 0;
  return all
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((operation) => [...(MADE_SLOW[operation.id] ?? []), ...largestBodies(operation)]);
}

function largestBodies(operation: OperationDeclaration): LargestCall[] {
  const { body, bodyMediaTypes } = operation;
  if (bodyMediaTypes !== undefined && MADE_SLOW[operation.id] !== undefined) return [];
  if (body === undefined) return [{ operation, what: '' }];
  const bytes = (operation.bodyBytes ?? LIMITS.bodyBytes) - SPARE_BYTES;
  return [
    {
      operation,
      what: '',
      body: () => JSON.stringify(largestOf(body, Math.min(bytes, MAX_BYTES))),
    },
  ];
}

const MAX_BYTES = 1024 * 1024;

const LONG_PATH = `/${'a/'.repeat(4000)}`;

const event = (index: number) => ({
  eventId: `event-${index}`,
  name: `name-${index % 50}`,
  properties: Object.fromEntries(Array.from({ length: 40 }, (_, key) => [`k${key}`, key])),
});

/** What large bodies alone do not find. */
const MADE_SLOW: Readonly<Record<string, readonly LargestCall[]>> = {
  publishBuild: [
    call(operations.publishBuild, 'patterns that begin to fit every path', () =>
      JSON.stringify({ routes: routesOf(99), check: true }),
    ),
    call(operations.publishBuild, '1,000 long patterns', () =>
      JSON.stringify({
        routes: Array.from(
          { length: LIMITS.routesPerBuild },
          (_, index) => `/**${'/a'.repeat(13)}/b${index}`,
        ),
        check: true,
      }),
    ),
  ],
  examineReach: [
    call(operations.examineReach, 'a path of 12,000 segments', () =>
      JSON.stringify({ parameters: { path: LONG_PATH.repeat(3) } }),
    ),
  ],
  dryRunLink: [
    call(operations.dryRunLink, 'rules that list hosts', () =>
      JSON.stringify({ days: LIMITS.dryRunDays, rules: rulesOf(1000) }),
    ),
  ],
  dryRunProject: [
    call(operations.dryRunProject, 'rules that list hosts', () =>
      JSON.stringify({ days: LIMITS.dryRunDays, rules: rulesOf(1000) }),
    ),
  ],
  changeProjectLinks: [
    call(operations.changeProjectLinks, 'a letter replaced by thousands', () =>
      JSON.stringify({
        filter: {},
        expected: 100_000,
        preview: true,
        change: {
          replaceText: {
            find: 'a',
            replaceBy: 'b'.repeat(8000),
            fields: ['fallbackUrl', 'iosUrl', 'androidUrl'],
            inRules: true,
          },
        },
      }),
    ),
  ],
  createLinks: [
    call(operations.createLinks, '10,000 rows', () => rows(LIMITS.bulkRows)),
    call(operations.createLinks, '1,000 rows with rules', () => rows(1000, { rules: rulesOf(7) })),
  ],
  createLinksForOperator: [
    call(operations.createLinksForOperator, '10,000 rows', () => rows(LIMITS.bulkRows)),
  ],
  createProjectLinks: [
    call(operations.createProjectLinks, '10,000 rows', () => rows(LIMITS.bulkRows)),
  ],
  recordEvents: [
    call(operations.recordEvents, '1,000 events', () =>
      JSON.stringify({ events: Array.from({ length: LIMITS.eventsPerCall }, (_, n) => event(n)) }),
    ),
  ],
  recordSdkEvents: [
    call(operations.recordSdkEvents, '100 events', () =>
      JSON.stringify({
        events: Array.from({ length: LIMITS.sdkEventsPerCall }, (_, n) => event(n)),
      }),
    ),
  ],
  importCosts: [
    call(operations.importCosts, 'costs of campaigns', () =>
      JSON.stringify({
        costs: Array.from({ length: 3000 }, (_, index) => ({
          day: '2026-11-20',
          campaign: `campaign-${index}`,
          currency: 'EUR',
          amount: index + 1,
        })),
      }),
    ),
  ],
  listUnreachable: [
    {
      operation: operations.listUnreachable,
      what: 'the whole project',
      query: '?below=1&limit=200',
    },
  ],
  shrinkBrandImage: [
    { ...call(operations.shrinkBrandImage, '9 MB of SVG', svg), query: '?use=logo' },
    {
      ...call(operations.shrinkBrandImage, '50 megapixels, interlaced', () => png(8)),
      query: '?use=logo',
    },
    {
      ...call(operations.shrinkBrandImage, '50 megapixels of 16 bits, interlaced', () => png(16)),
      query: '?use=logo',
    },
  ],
  uploadLinkImage: [
    call(operations.uploadLinkImage, '9 MB of SVG', svg),
    call(operations.uploadLinkImage, '50 megapixels, interlaced', () => png(8)),
  ],
  receiveSourceEvents: [
    call(operations.receiveSourceEvents, '1 MB unsigned', () => '[1'.padEnd(1e6, ',1')),
  ],
  receiveStripeEvent: [
    call(operations.receiveStripeEvent, '256 KB unsigned', () => '[1'.padEnd(250_000, ',1')),
  ],
};

function call(
  operation: OperationDeclaration,
  what: string,
  body: () => string | Uint8Array,
): LargestCall {
  return { operation, what, body };
}

function rows(count: number, more: object = {}): string {
  const row = (index: number) => ({
    type: 'unified',
    externalId: `row-${index}`,
    fallbackUrl: `https://shop.example.com/${index}`,
    ...more,
  });
  return Array.from({ length: count }, (_, index) => JSON.stringify(row(index))).join('\n');
}

function svg(): string {
  const shapes = '<path d="M0 0h9v9z" fill="#123456" opacity=".5"/>'.repeat(190_000);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${shapes}</svg>`;
}

/** 50 megapixels of nothing, interlaced: few bytes, and all of it in memory at once. */
function png(bits: 8 | 16): Uint8Array {
  const [width, height] = [10_000, 5000];
  const bytesPerPixel = (4 * bits) / 8;
  const passes = [
    [8, 8],
    [8, 8],
    [4, 8],
    [4, 4],
    [2, 4],
    [2, 2],
    [1, 2],
  ].map(([x = 1, y = 1]) => Math.ceil(height / y) * (1 + Math.ceil(width / x) * bytesPerPixel));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, 6, 0, 0, 1], 8);
  const pixels = deflateSync(Buffer.alloc(passes.reduce((sum, bytes) => sum + bytes, 0)), {
    level: 1,
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
