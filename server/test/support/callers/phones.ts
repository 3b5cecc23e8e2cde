import { randomUUID } from 'node:crypto';
import { operations } from '@fairlead/contract';
import type { MatchRequest, MatchResponse, Receipt } from '@fairlead/contract/attributionResources';
import type { BootstrapRequest } from '@fairlead/contract/installationResources';
import { appKey, type TestProject } from './personas.ts';
import { USER_AGENTS, visit } from './request.ts';

/** Someone's phone: how its browser looks from outside, and what its apps say of it. */
export interface TestPhone {
  readonly address: string;
  readonly userAgent: string;
  readonly acceptLanguage: string;
  readonly fingerprint: MatchRequest['fingerprint'];
}

let addresses = 0;

/** An address that no other test of this process uses. */
export function newAddress(): string {
  addresses += 1;
  return `100.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export function iphone(change: Partial<TestPhone> = {}): TestPhone {
  return {
    address: newAddress(),
    userAgent: USER_AGENTS.iphone,
    acceptLanguage: 'de-AT,de;q=0.9',
    fingerprint: {
      os: 'ios',
      model: 'iPhone16,2',
      systemVersion: '18.5',
      screenResolution: '430x932',
      timezone: 'Europe/Vienna',
      language: 'de-AT',
    },
    ...change,
  };
}

export function pixel(change: Partial<TestPhone> = {}): TestPhone {
  return {
    address: newAddress(),
    userAgent: USER_AGENTS.android,
    acceptLanguage: 'en-GB',
    fingerprint: {
      os: 'android',
      model: 'Pixel 9',
      screenResolution: '412x923',
      timezone: 'Europe/London',
      language: 'en-GB',
    },
    ...change,
  };
}

/** Taps a link in the phone's browser; answers the id of the click. */
export async function tap(
  phone: TestPhone,
  project: TestProject,
  link: { readonly slug: string },
  query = '',
): Promise<string> {
  const reply = await visit(project.host, `/${link.slug}${query}`, phone.userAgent, {
    'x-forwarded-for': phone.address,
    'accept-language': phone.acceptLanguage,
  });
  const id = reply.headers['x-request-id'];
  if (reply.status >= 400 || typeof id !== 'string') throw new Error(`No click: ${reply.text}`);
  return id;
}

/** The app's very first call. */
export async function install(project: TestProject, facts: Partial<BootstrapRequest> = {}) {
  const clientId = facts.installationId ?? randomUUID();
  const reply = await appKey(project)(operations.bootstrap, {
    body: { ...facts, installationId: clientId },
  });
  if (reply.status >= 300 || !('installationId' in reply.body)) {
    throw new Error(`No installation: ${JSON.stringify(reply.body)}`);
  }
  return { clientId, id: reply.body.installationId, token: reply.body.installationToken };
}

/**
 * The app asks on the phone which click it came from; with its receipt, for the key is secret. It asks for a new
 * installation unless the request names one, or null for none.
 */
export async function askMatch(
  phone: TestPhone,
  project: TestProject,
  request: Partial<MatchRequest> = {},
): Promise<MatchResponse & { readonly receipt: Receipt }> {
  if (request.installationId === undefined) {
    const { clientId } = await install(project);
    return askMatch(phone, project, { ...request, installationId: clientId });
  }
  const headers = { 'x-forwarded-for': phone.address };
  const reply = await appKey(project, headers)(operations.matchDeferred, {
    body: { fingerprint: phone.fingerprint, ...request },
  });
  if (reply.status !== 200 || !reply.body.receipt) {
    throw new Error(`No answer: ${JSON.stringify(reply.body)}`);
  }
  return { ...reply.body, receipt: reply.body.receipt };
}
