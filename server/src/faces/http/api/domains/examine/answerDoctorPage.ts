import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { App } from '../../../../App.ts';
import { drawForDoctor, drawForDocument } from '../../../access/rateLimit.ts';
import { examineHost } from '#links/doctor/examinations/examineHost.ts';
import { strangerOf } from '#links/doctor/Subject.ts';
import { splitWebUrl } from '#links/link/parseLinkUrl.ts';
import { newNonce } from '#platform/lib/web/newNonce.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { type DoctorAnswer, renderDoctorPage } from './renderDoctorPage.ts';

interface DoctorPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/**
 * The public page of the doctor (PUBLIC_DOCTOR): a form, and with a domain what is wrong with its association files. Looks
 * only at what everyone can see, so it answers the same for a domain of this server as for any other.
 */
export async function answerDoctorPage(
  app: App,
  facts: RequestFacts,
  asked: unknown,
): Promise<DoctorPage> {
  const text = typeof asked === 'string' ? asked.trim() : '';
  const host = text === '' ? undefined : readDomain(text);
  const limited = await (host === undefined ? drawForDocument : drawForDoctor)(app, facts);
  const headers = { ...limited?.headers, ...limited?.problem?.headers };
  if (limited?.problem) {
    return render(429, headers, { kind: 'refused', text, why: limited.problem.message });
  }
  if (text === '') return render(200, headers, { kind: 'form' });
  if (host === undefined) {
    const why =
      'Enter a domain of the internet, such as go.example.com; IP addresses are not examined.';
    return render(400, headers, { kind: 'refused', text, why });
  }
  const findings = await examineHost(app, strangerOf(host));
  return render(200, headers, { kind: 'report', host, findings });
}

const MAX_DOMAIN_LENGTH = 253;
const DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** The host that a visitor typed, by itself or in a URL, as the DNS knows it; undefined for IP addresses and other text. */
function readDomain(text: string): string | undefined {
  const typed = splitWebUrl(text)?.host.replace(/\.$/, '');
  const host = typed === undefined ? '' : domainToASCII(typed);
  return host.length <= MAX_DOMAIN_LENGTH && isIP(host) === 0 && DOMAIN.test(host)
    ? host
    : undefined;
}

function render(
  status: number,
  headers: Readonly<Record<string, string>>,
  answer: DoctorAnswer,
): DoctorPage {
  const nonce = newNonce();
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    },
    html: renderDoctorPage(answer, nonce),
  };
}
