import {
  basesOf,
  listOfBody,
  NDJSON,
  type OperationDeclaration,
} from '@fairlead/contract/operation';
import type { TObject, TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { HOSTILE, seldom, valueOf } from './valueOf.ts';

/** A request of an operation, before it is known who sends it and which things exist. */
export interface DrawnRequest {
  readonly operation: OperationDeclaration;
  readonly base: string;
  /** Text for each part of the path, or a number that picks from what exists. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Names and encoded values, or a number that picks from what exists. */
  readonly query: readonly (readonly [string, string | number])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: Credential;
  readonly body: string | undefined;
}

export type Credential = 'right' | 'none' | 'publishable' | 'wrong' | 'key' | 'session';

const credential: fc.Arbitrary<Credential> = fc.oneof(
  { weight: 16, arbitrary: fc.constant('right' as const) },
  { weight: 4, arbitrary: fc.constantFrom('none', 'publishable', 'wrong', 'key', 'session') },
);

/** Making accounts costs a password hash, so the operator and new users are seldom right. */
function isCostly(operation: OperationDeclaration): boolean {
  return operation.auth === 'instanceAdmin' || operation.limitClass === 'signIn';
}

/** Requests over all operations, most of them as the schemas say, the others broken in one place. */
export function requestOf(operations: readonly OperationDeclaration[]): fc.Arbitrary<DrawnRequest> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: isCostly(operation) ? 1 : 10,
      arbitrary: MADE.get(operation) ?? requestOfOne(operation),
    })),
  );
}

/** A pattern takes milliseconds to make a generator of, and operations have hundreds. */
const MADE = new Map<OperationDeclaration, fc.Arbitrary<DrawnRequest>>();

function requestOfOne(operation: OperationDeclaration): fc.Arbitrary<DrawnRequest> {
  const drawn = fc.record({
    operation: fc.constant(operation),
    base: fc.constantFrom(...basesOf(operation)),
    params: paramsOf(operation.params),
    query: queryOf(operation.query),
    headers: headersOf(operation.headers),
    credential,
    body: bodyOf(operation),
  });
  // An operation is a page of schemas: a failure names it instead.
  const made = drawn.map((request) =>
    Object.defineProperty(request, fc.toStringMethod, { value: () => operation.id }),
  );
  MADE.set(operation, made);
  return made;
}

function paramsOf(schema: TObject | undefined) {
  const parts = Object.entries(schema?.properties ?? {}).map(([name, property]) => [
    name,
    fc.oneof(
      { weight: 6, arbitrary: fc.nat() },
      { weight: 2, arbitrary: text(valueOf(property)) },
      { weight: 1, arbitrary: fc.constantFrom('%', '%ZZ', '%00', '%2F', '..%2f', '%F0%9F', '~') },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE).map(encode) },
    ),
  ]);
  // An empty part would name another path.
  return fc
    .record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<string | number>>)
    .map((drawn) =>
      Object.fromEntries(
        Object.entries(drawn).map(([key, value]) => [key, value === '' ? '-' : value]),
      ),
    );
}

function queryOf(schema: TObject | undefined): fc.Arbitrary<[string, string | number][]> {
  const names = Object.keys(schema?.properties ?? {});
  const declared = names.map((name) =>
    fc.oneof(
      // A few at a time, however many there are: of many, one would always be refused.
      { weight: Math.max(10, 3 * names.length), arbitrary: fc.constant(undefined) },
      { weight: 5, arbitrary: text(valueOf(schema!.properties[name]!)) },
      { weight: 3, arbitrary: fc.nat() },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE).map(encode) },
      { weight: 1, arbitrary: fc.constantFrom('%ZZ', '%00', '+', 'a&a', '[]=1') },
    ),
  );
  const more: [string, string][][] = [[], [], [], [['x', '1']], [['&&', '']], [['__proto__', '1']]];
  return fc
    .tuple(fc.tuple(...declared), fc.constantFrom(...more))
    .map(([values, others]) => [
      ...values.flatMap((value, index): [string, string | number][] =>
        value === undefined ? [] : [[names[index]!, value]],
      ),
      ...others,
    ]);
}

/** Drawn seldom: some of these alone have a request refused. */
const COMMON_HEADERS = {
  accept: fc.constantFrom('application/json', 'application/problem+json', '*/*'),
  'x-svc-client': fc.constantFrom('sdk-android', 'sdk-ios', 'api-direct', ''),
  'x-svc-client-platform': fc.constantFrom('ios', 'android', 'server', '💥'),
  'x-svc-app-build': fc.constantFrom('42', '', '\xff', 'x'.repeat(40)),
  'content-type': fc.constantFrom('application/json', 'text/plain', NDJSON, 'nonsense'),
  'x-installation-token': fc.constantFrom('', 'a.b.c', 'nonsense'),
  'x-installation-id': fc.string({ maxLength: 40 }),
  'x-device-id': fc.string({ maxLength: 40 }),
  'user-agent': fc.oneof(fc.constantFrom('', '\xff', 'x'.repeat(3000)), fc.string()),
  'accept-language': fc.constantFrom('*', 'de;q=x', ',;,', 'zh-Hant-TW-x-private', '\xe4'),
  referer: fc.constantFrom('https://a.test/x?y', 'https://[', '\xff', 'android-app://a.b'),
  'x-forwarded-for': fc.constantFrom('192.0.2.9', 'fe80::1%eth0', '::ffff:1.2.3.4, x', ',', '\xff'),
  // Other hosts are pages of the link host, and drawn with its visits.
  'x-forwarded-host': fc.constantFrom('[::1]:1', '127.0.0.1', 'LOCALHOST:3000', 'api.test.'),
  'cf-ipcountry': fc.constantFrom('PT', 'T1', '\xff\xff', 'x'.repeat(300)),
  'if-none-match': fc.constantFrom('*', '"', 'W/"x"'),
  cookie: fc.constantFrom(
    'fairlead.session_token=%00.%00',
    'fairlead.session_token=%F0%9F.x; =; ;;',
    'fairlead.session_token=\xff.c; __proto__=1',
    `fairlead.session_token=${'x'.repeat(3000)}`,
  ),
};

function headersOf(schema: TObject | undefined): fc.Arbitrary<Record<string, string>> {
  const declared = Object.entries(schema?.properties ?? {}).map(
    ([name, property]) => [name, valueOf(property).map(String)] as const,
  );
  const common = Object.entries(COMMON_HEADERS).map(
    ([name, values]) => [name, seldom<string>(values)] as const,
  );
  return fc
    .record(Object.fromEntries([...common, ...declared]), { requiredKeys: [] })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          // What cannot be sent in a header at all is not the server's to answer.
          value === undefined ? [] : [[name, value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')]],
        ),
      ),
    );
}

function bodyOf(operation: OperationDeclaration): fc.Arbitrary<string | undefined> {
  if (!operation.body) return fc.constant(undefined);
  const fitting = valueOf(operation.body);
  const broken = fc.constantFrom(
    undefined,
    '',
    '{',
    '[',
    'null',
    '"text"',
    '{"a":1}}',
    '{"__proto__":{}}',
  );
  return fc.oneof(
    { weight: 6, arbitrary: fitting.map(write) },
    { weight: 3, arbitrary: fc.tuple(fitting, fc.nat(), fc.constantFrom(...HOSTILE)).map(spoil) },
    { weight: 1, arbitrary: broken },
    ...(operation.bodyExample === undefined
      ? []
      : [{ weight: 1, arbitrary: fc.constant(JSON.stringify(operation.bodyExample)) }]),
    ...(operation.bodyMediaTypes?.includes(NDJSON) === true
      ? [{ weight: 3, arbitrary: linesOf(operation.body) }]
      : []),
  );
}

function linesOf(schema: TSchema): fc.Arbitrary<string> {
  const row = valueOf(listOfBody(schema).list['items'] as TSchema).map(write);
  const line = fc.oneof({ weight: 4, arbitrary: row }, fc.constantFrom('', '{', 'null', '[1]'));
  return fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
}

/** Puts a hostile value in one place of a body: a property of its own, a new one, or all of it. */
function spoil([body, place, value]: [unknown, number, unknown]): string {
  if (typeof body !== 'object' || body === null) return write(value);
  const keys = Object.keys(body);
  const key = [...keys, 'unknown'][place % (keys.length + 2)];
  if (key === undefined) return write(value);
  const spoilt = Array.isArray(body) ? [...(body as unknown[])] : { ...body };
  Object.defineProperty(spoilt, key, { value, enumerable: true });
  return write(spoilt);
}

function write(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function text(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return values.map(encode);
}

function encode(value: unknown): string {
  const plain = typeof value === 'string' ? value : write(value);
  return encodeURIComponent(plain.toWellFormed()).slice(0, 4000).replace(/%.?$/, '');
}
