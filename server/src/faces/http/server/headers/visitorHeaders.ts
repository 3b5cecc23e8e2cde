import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerFinding } from '@fairlead/contract/operations/dashboard/server';
import type { App } from '../../../App.ts';
import { deriveKey } from '#platform/lib/deriveKey.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

/** The link host leaves it to the API on every host: a forwarded one may decide which host it is. */
export const VISITOR_HEADERS_PATH = '/internal/visitor-headers';

const FORWARDED_HOST = 'x-forwarded-host';
/** What the server sends as a visitor would: a host that cannot exist, and a country that does not. */
const FORGED = { host: 'visitor.invalid', country: 'QM' } as const;
/** Names the call as the server's own: only it learns what its proxy lets through. */
const PROOF_HEADER = 'x-fairlead-doctor';
const PATIENCE_MS = 5_000;

/** Which forged headers arrived from a proxy that the server trusts; undefined for anyone but the server itself. */
export function findForgedHeaders(
  app: App,
  { header, proxyHeader }: RequestFacts,
): { readonly host: boolean; readonly country: boolean } | undefined {
  if (!isProof(app, header(PROOF_HEADER) ?? '')) return undefined;
  const { countryHeader } = app.config;
  return {
    host: proxyHeader(FORWARDED_HOST) === FORGED.host,
    country: countryHeader !== undefined && proxyHeader(countryHeader) === FORGED.country,
  };
}

/** Calls this server at PUBLIC_URL, and says which headers of a visitor its proxy passes on as if they were its own. */
export async function inspectVisitorHeaders(app: App): Promise<ServerFinding[]> {
  const { publicUrl, countryHeader, trustForwardedHost } = app.config;
  const arrived = await callOneself(app);
  if (typeof arrived === 'string') {
    return [
      {
        code: 'PUBLIC_URL_UNREACHABLE',
        severity: 'warning',
        seen: `This server cannot call itself at ${publicUrl.origin}, so the proxy was not examined: ${arrived}.`,
        cure: 'If others reach it there, nothing; else compare PUBLIC_URL with the DNS and with the configuration of the proxy.',
      },
    ];
  }
  const findings: ServerFinding[] = [];
  if (arrived.host) {
    findings.push({
      code: 'FORWARDED_HOST_PASSES',
      severity: trustForwardedHost ? 'problem' : 'warning',
      seen: `The proxy passes on a visitor’s X-Forwarded-Host${trustForwardedHost ? ', and TRUST_FORWARDED_HOST is on: any visitor chooses whose links and files are served, and a cache gives them to others' : '; it is ignored while TRUST_FORWARDED_HOST is off'}.`,
      cure: 'Configure the proxy to remove or overwrite X-Forwarded-Host, and to pass on Host.',
    });
  }
  if (arrived.country) {
    findings.push({
      code: 'COUNTRY_HEADER_PASSES',
      severity: 'problem',
      seen: `The proxy passes on a visitor’s ${countryHeader}, which is COUNTRY_HEADER: any visitor chooses a country.`,
      cure: `Configure the proxy to set or remove ${countryHeader} on every request; or unset COUNTRY_HEADER, to look countries up.`,
    });
  }
  return findings;
}

/** What arrived, or why that is not known. */
async function callOneself(app: App): Promise<{ host: boolean; country: boolean } | string> {
  const { publicUrl, countryHeader } = app.config;
  try {
    const reply = await fetch(new URL(VISITOR_HEADERS_PATH, publicUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        [PROOF_HEADER]: newProof(app),
        [FORWARDED_HOST]: FORGED.host,
        ...(countryHeader !== undefined && { [countryHeader]: FORGED.country }),
      },
    });
    if (reply.status !== 200) return `status ${reply.status}`;
    const { host, country } = (await reply.json()) as Record<string, unknown>;
    return { host: host === true, country: country === true };
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

/** Valid for as long as a call may take. */
function newProof(app: App): string {
  const until = String(Date.now() + PATIENCE_MS);
  return `${until}.${signatureOf(app, until)}`;
}

function isProof(app: App, text: string): boolean {
  const [until = '', signature = ''] = text.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(app, until))];
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    Number(until) >= Date.now()
  );
}

function signatureOf({ secrets }: App, text: string): string {
  const key = deriveKey(secrets.secret.reveal(), 'visitor headers');
  return createHmac('sha256', key).update(text).digest('base64url');
}
