import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { VERSION } from '../src/version.ts';
import { readLife } from './support/life.ts';
import { readStructs, type SwiftField } from './support/readSwift.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'sdk/ios/Sources/Fairlead');
const wire = ['Wire.swift', 'Events.swift']
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n');
const app = readFileSync(join(SOURCES, 'FairleadApp.swift'), 'utf8');
const structs = readStructs(wire);
const life = readLife();

/** What is sent and what is read, operation by operation. */
const SHAPES = {
  bootstrap: { request: 'BootstrapRequest', answer: 'BootstrapResponse' },
  matchDeferred: { request: 'MatchRequest', answer: 'MatchResponse' },
  resolveLink: { request: undefined, answer: 'ResolvedLink' },
  startSession: { request: 'StartSessionRequest', answer: 'StartSessionResponse' },
  createLink: { request: 'CreateLinkRequest', answer: 'CreatedLink' },
  identify: { request: 'IdentifyRequest', answer: 'SuccessResponse' },
  recordSdkEvents: { request: 'SdkEventsRequest', answer: 'RecordedEvents' },
  endSession: { request: undefined, answer: 'SuccessResponse' },
  'error-404': { request: undefined, answer: 'ErrorResponse' },
} as const;

/** Sent by Android alone: the Play install referrer, and the click id in it. */
const NOT_ON_IOS = new Set(['clickId', 'installReferrer']);

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: (value) => Number.isSafeInteger(value),
  String: (value) => typeof value === 'string',
  Bool: (value) => typeof value === 'boolean',
  Messages: (value) => [value].flat().every((each) => typeof each === 'string'),
  '[FieldError]': (value) =>
    Array.isArray(value) && value.every((each) => faultsOf('FieldError', each).length === 0),
  '[EventError]': (value) =>
    Array.isArray(value) && value.every((each) => faultsOf('EventError', each).length === 0),
  '[String]': (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  '[String: JSONValue]': isObject,
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a value cannot be decoded into a struct, as Swift's JSONDecoder would judge it. */
function faultsOf(name: string, value: unknown, place = name): string[] {
  if (!isObject(value)) return [`${place} is no object`];
  return fieldsOf(name).flatMap(({ name: field, type, optional }) => {
    const given = value[field];
    const at = `${place}.${field}`;
    if (given === undefined || given === null) return optional ? [] : [`${at} is missing`];
    if (structs.has(type) && type !== 'Messages') return faultsOf(type, given, at);
    const fits = KINDS[type];
    if (!fits) return [`${at} is of type ${type}, which no test knows`];
    return fits(given) ? [] : [`${at} is no ${type}`];
  });
}

/** What of a request that is on record the struct does not say, and what it must say that is not there. */
function differencesOf(name: string, body: unknown, place = name): string[] {
  if (!isObject(body)) return [`${place} is no object`];
  const fields = new Map(fieldsOf(name).map((field) => [field.name, field]));
  const unsaid = Object.keys(body).filter((key) => !fields.has(key) && !NOT_ON_IOS.has(key));
  const invented = [...fields.values()].filter(
    ({ name: key, optional }) => !optional && !(key in body),
  );
  const nested = [...fields.values()].flatMap(({ name: key, type }) => {
    const struct = type.replace(/^\[(\w+)\]$/, '$1');
    if (!structs.has(struct) || !(key in body)) return [];
    return [body[key]].flat().flatMap((each) => differencesOf(struct, each, `${place}.${key}`));
  });
  return [
    ...unsaid.map((key) => `${place} has no ${key}`),
    ...invented.map(({ name: key }) => `${place}.${key} is on no record`),
    ...nested,
  ];
}

function fieldsOf(name: string): readonly SwiftField[] {
  const fields = structs.get(name);
  assert.ok(fields, `No struct ${name}`);
  return fields;
}

describe('the Swift SDK, checked without a compiler', () => {
  for (const { operation, request, answer } of life) {
    const shape = SHAPES[operation as keyof typeof SHAPES];

    test(`${operation}: the recorded answer can be decoded`, () => {
      assert.deepEqual(faultsOf(shape.answer, answer.body), []);
    });

    if (shape.request !== undefined) {
      test(`${operation}: the request has all recorded fields and requires no others`, () => {
        assert.deepEqual(differencesOf(shape.request, request.body), []);
      });
    }
  }

  test('the paths are the recorded ones', () => {
    const literals = [...wire.matchAll(/"(\/[^"]*)"/g)].map(([, path = '']) =>
      path.replace(String.raw`\(sessionId)`, '{sessionId}'),
    );
    const recorded = life.map(({ request: { path } }) =>
      path
        .replace(/^\/v1/, '')
        .replace(/\?.*/, '')
        .replace(/[0-9a-f-]{36}/, '{sessionId}'),
    );
    assert.deepEqual([...new Set(literals)].toSorted(), [...new Set(recorded)].toSorted());
  });

  test('the headers are the recorded ones', () => {
    const literals = [...wire.matchAll(/static let \w+ = "((?:x-|retry)[\w-]+)"/g)].map(
      ([, name = '']) => name,
    );
    const recorded = life.flatMap(({ request, answer }) => [
      ...Object.keys(request.headers),
      ...Object.keys(answer.headers),
    ]);
    const expected = new Set(recorded.filter((name) => name.startsWith('x-')));
    assert.deepEqual(literals.toSorted(), ['retry-after', ...expected].toSorted());
  });

  test('every field of a request is given a value', () => {
    const calls = ['calls.swift', 'tracking.swift']
      .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
      .join('\n');
    for (const name of [
      'BootstrapRequest',
      'MatchRequest',
      'Fingerprint',
      'StartSessionRequest',
      'IdentifyRequest',
      'SdkEventsRequest',
      'Client',
    ]) {
      const given =
        new RegExp(String.raw`\b${name}\(([^()]*(?:\([^()]*\)[^()]*)*)\)`).exec(calls)?.[1] ?? '';
      const labels = [...given.replaceAll(/\([^()]*\)/g, '').matchAll(/(\w+):/g)].map(
        ([, label]) => label,
      );
      assert.deepEqual(
        labels,
        fieldsOf(name).map((field) => field.name),
        name,
      );
    }
  });

  test('a new event says all of its details', () => {
    const made = /init\(name:[^{]*\{(.*?)\n {4}\}/s.exec(wire)?.[1] ?? '';
    const details = [...made.matchAll(/^ +(\w+) = details\.(\w+)$/gm)];
    assert.deepEqual(
      details.map(([, name, of]) => [name, of]),
      fieldsOf('EventDetails').map(({ name }) => [name, name]),
    );
  });

  for (const sample of ['ios/ShopApp.swift', 'ios-uikit/*.swift']) {
    test(`the sample ${sample} uses only what the package makes public`, () => {
      const code = globSync(join(ROOT, 'examples', sample))
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n')
        .replaceAll(/"[^"]*"/g, '');
      const used = [...code.matchAll(/\b(?:links|opened|receipt|LinkPasteView)\.(\w+)/g)].map(
        ([, name = '']) => name,
      );
      const sources = globSync(join(SOURCES, '*.swift'))
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      const members = new Set(
        [...sources.matchAll(/public (?:static )?(?:func|var|let) (\w+)/g)].map(([, name]) => name),
      );
      assert.ok(used.length >= 8);
      assert.deepEqual(
        used.filter((name) => !members.has(name)),
        [],
      );
      const labels = (text: string, call: RegExp) =>
        [...(call.exec(text)?.[1] ?? '').matchAll(/(\w+):/g)].map(([, label]) => label);
      for (const [call, made] of [
        [/AppOptions\(([^)]*)\)/, /public init\((publishableKey[^)]*)\)/],
        [/LinkPasteView\(([^)]*)\)/, /public init\((app: FairleadApp)/],
      ] as const) {
        assert.deepEqual(labels(code, call), labels(sources, made));
      }
    });
  }

  test('the version is that of the package', () => {
    assert.equal(/^let version = "(.*)"$/m.exec(app)?.[1], VERSION);
  });

  test('the invitation of the sample has the fields of a request', () => {
    const sample = readFileSync(join(ROOT, 'examples/ios/Invitation.swift'), 'utf8');
    const given = [...sample.matchAll(/\brequest\.(\w+) = /g)].map(([, name = '']) => name);
    const known = new Set(fieldsOf('CreateLinkRequest').map(({ name }) => name));
    assert.equal(given.length, 2);
    assert.deepEqual(
      given.filter((name) => !known.has(name)),
      [],
    );
    assert.match(sample, /links\.createLink\(request, later: true\)\.shortUrl/);
    assert.match(app, /public func createLink\(_ link: CreateLinkRequest, later: Bool = false\)/);
  });

  test('the checkout of the sample calls what the package has', () => {
    const sample = readFileSync(join(ROOT, 'examples/ios/Checkout.swift'), 'utf8');
    const details = new Set(fieldsOf('EventDetails').map(({ name }) => name));
    for (const [, name = ''] of sample.matchAll(/\bdetails\.(\w+) = /g))
      assert.ok(details.has(name));
    const tracking = readFileSync(join(SOURCES, 'tracking.swift'), 'utf8');
    for (const [call, made] of [
      [
        /links\.track\("\w+", details\)/,
        /public func track\(_ name: String, _ details: EventDetails/,
      ],
      [
        /links\.trackPurchase\(Revenue\(.*\), transactionId: order\)/,
        /public func trackPurchase\(_ \w+: Revenue, transactionId: String, _/,
      ],
      [
        /Revenue\(amount: amount, currency: "EUR"\)/,
        /public init\(amount: Int, currency: String\)/,
      ],
      [
        /minorUnits\(total, "EUR"\)/,
        /public func minorUnits\(_ amount: Decimal, _ currency: String\) -> Int\?/,
      ],
    ] as const) {
      assert.match(sample, call);
      assert.match(wire + tracking, made);
    }
  });
});
