import { buildRequest, FRESH_ADDRESS, FRESH_NUMBER } from '../load/buildRequest.ts';
import type { BenchProject } from '../targets/provisionProject.ts';
import type { BenchServer } from '../targets/startServer.ts';

export const APP_CALLS = ['create', 'bootstrap', 'match'] as const;
export type AppCall = (typeof APP_CALLS)[number];

/** How often each is called: most apps that start are there already. */
const TURNS: readonly AppCall[] = ['bootstrap', 'create', 'bootstrap', 'match', 'bootstrap'];
const REQUESTS = 1_000;

/** What apps and servers ask of the API, each call of a new installation or of a phone that tapped nothing. */
export function listAppCalls(server: BenchServer, project: BenchProject) {
  const headers = {
    Host: new URL(server.baseUrl).host,
    'X-App-Key': project.appKey,
    'X-Svc-Client': 'sdk-android',
    'X-Svc-Client-Version': '1.0.9',
    'X-Svc-Client-Platform': 'android',
    'X-Forwarded-For': FRESH_ADDRESS,
    Connection: 'keep-alive',
  };
  const texts: Record<AppCall, string> = {
    create: buildRequest('/v1/sdk/links', headers, {
      type: 'unified',
      fallbackUrl: 'https://shop.example.com/products/1?from=link',
    }),
    bootstrap: buildRequest('/v1/sdk/bootstrap', headers, {
      installationId: `soak-${FRESH_NUMBER}`,
      deviceModel: 'Pixel 9',
      osName: 'android',
      osVersion: '15',
      appVersion: '4.2.0',
    }),
    match: buildRequest('/v1/sdk/deferred/match', headers, {
      fingerprint: {
        os: 'android',
        model: 'Pixel 9',
        screenResolution: '412x915',
        timezone: 'Europe/Berlin',
        language: 'de-DE',
      },
    }),
  };
  const calls = Array.from({ length: REQUESTS }, (_, number) => TURNS[number % TURNS.length]!);
  return { calls, requests: calls.map((call) => texts[call]) };
}
