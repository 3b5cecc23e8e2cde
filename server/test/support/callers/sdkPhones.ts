import { randomUUID } from 'node:crypto';
import type { TestProject } from './personas.ts';
import { type RawReply, send } from './request.ts';

export type SdkKind = 'android' | 'ios' | 'flutter';

interface SdkOptions {
  /** '' or '/v1'. */
  readonly base?: string;
  /** The word in `X-{Brand}-…` headers. */
  readonly brand?: string;
}

export interface SdkReply extends RawReply {
  /** Every answer that an SDK reads is a JSON object. */
  readonly body: Record<string, unknown>;
}

const SCREEN = { android: '412x923', ios: '393x852', flutter: '360x800' } as const;

/**
 * Says over the wire what an SDK of this kind says, oddities included (Rule: sdk-clients): Android makes texts of
 * numbers and objects, iOS writes uuids in capitals and leaves `&` raw, Flutter takes our record id for its own.
 */
export function newSdkPhone(
  project: TestProject,
  kind: SdkKind,
  { base = '', brand = 'svc' }: SdkOptions = {},
) {
  const platform = kind === 'ios' ? 'ios' : 'android';
  const installationId = kind === 'ios' ? randomUUID().toUpperCase() : randomUUID();
  const device = deviceOf(kind);
  let token: string | undefined;

  async function call(
    method: string,
    path: string,
    {
      body,
      headers = {},
    }: { body?: object | undefined; headers?: Record<string, string | undefined> } = {},
  ): Promise<SdkReply> {
    const all: Record<string, string | undefined> = {
      'x-app-key': project.appKey,
      'content-type': 'application/json',
      accept: 'application/json',
      [`x-${brand}-client`]: `sdk-${kind}`,
      [`x-${brand}-client-version`]: '99.0.0-not-true',
      [`x-${brand}-client-platform`]: platform,
      'x-installation-token': token,
      ...headers,
    };
    const reply = await send({
      method,
      path: base + path,
      port: project.server.port,
      headers: Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      ),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const fresh = reply.headers['x-installation-token'];
    if (typeof fresh === 'string') token = fresh;
    return { ...reply, body: JSON.parse(reply.text) };
  }

  return {
    installationId,
    call,
    token: () => token,
    bootstrap: (change: object = {}) =>
      call('POST', '/sdk/bootstrap', {
        body: { installationId, ...device, ...change },
      }),
    matchDeferred: (clickId?: string) =>
      call('POST', '/sdk/deferred/match', {
        body: { fingerprint: fingerprintOf(kind), clickId, installationId },
      }),
    resolve: (url: string) =>
      call('GET', `/sdk/resolve?url=${kind === 'ios' ? url : encodeURIComponent(url)}`, {
        headers: { 'x-device-id': kind === 'android' ? installationId : undefined },
      }),
    createLink: (body: object) => call('POST', '/sdk/links', { body }),
    startSession: (recordId: string, change: object = {}) =>
      call('POST', '/sdk/sessions/start', {
        body: {
          ...(kind === 'android' ? device : circumstancesOf(kind)),
          installationId: kind === 'flutter' ? recordId : installationId,
          ...change,
        },
      }),
    endSession: (sessionId: string) =>
      call('POST', `/sdk/sessions/${sessionId}/end`, {
        body: kind === 'ios' ? undefined : {},
        headers: { 'x-installation-token': undefined },
      }),
  };
}

function circumstancesOf(kind: SdkKind): object {
  const batteryLevel = { android: '87', ios: 87, flutter: 0.87 }[kind];
  return { networkType: 'wifi', deviceOrientation: '', batteryLevel, isCharging: false };
}

function deviceOf(kind: SdkKind): object {
  const client = { type: `sdk-${kind}`, version: '1.0.9', platform: kind };
  const apple = kind === 'ios';
  return {
    persistentDeviceId: randomUUID(),
    deviceId: apple ? randomUUID().toUpperCase() : '9774d56d682e549c',
    deviceModel: apple ? 'iPhone16,2' : 'Pixel 9',
    deviceManufacturer: apple ? 'Apple' : 'Google',
    osName: apple ? 'iOS' : 'Android',
    osVersion: apple ? '18.5' : '15',
    appVersion: '2.4.0',
    appBuild: kind === 'flutter' ? '' : '240',
    language: 'de-AT',
    timezone: 'Europe/Vienna',
    ...circumstancesOf(kind),
    metadata:
      kind === 'android'
        ? {
            client: `{type=sdk-android, version=1.0.9, platform=android}`,
            screen: '{width=412, height=923}',
            launches: '3',
          }
        : { client, screen: { width: 393, height: 852 }, launches: 3 },
  };
}

function fingerprintOf(kind: SdkKind): object {
  const common = {
    os: kind === 'ios' ? 'ios' : 'android',
    model: kind === 'ios' ? 'iPhone16,2' : 'Pixel 9',
    screenResolution: SCREEN[kind],
    timezone: 'Europe/Vienna',
    language: 'de-AT',
  };
  if (kind === 'ios') {
    return {
      ...common,
      name: 'iPhone',
      systemName: 'iOS',
      systemVersion: '18.5',
      identifierForVendor: randomUUID().toUpperCase(),
    };
  }
  return {
    ...common,
    brand: 'google',
    device: 'tokay',
    manufacturer: 'Google',
    product: 'tokay',
    hardware: 'tokay',
    id: 'AP4A.250105.002',
  };
}
