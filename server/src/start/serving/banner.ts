import type { ServerFinding } from '@fairlead/contract/operations/dashboard/server';

const RULE = '─'.repeat(78);

/**
 * A user agent that counts as a person: plain curl counts as a bot, and a new user would look for the click
 * in vain.
 */
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Demo {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly domain: string;
  /** Where the link in the first commands opens. */
  readonly opened: string;
}

export interface Introduction {
  readonly version: string;
  readonly origin: string;
  /** Only if an account was just created. */
  readonly account?: Credentials | undefined;
  readonly demo?: Demo | undefined;
  readonly findings: readonly ServerFinding[];
}

/** The last output of a start: where the service is, what was created, and what is missing. */
export function renderBanner({ version, origin, account, demo, findings }: Introduction): string {
  return [
    '',
    RULE,
    `  Fairlead ${version} answers at ${origin}`,
    ...(account === undefined ? [] : ['', ...accountLines(origin, account)]),
    ...(demo === undefined ? [] : ['', ...demoLines(origin, demo)]),
    ...(findings.length === 0 ? [] : ['', ...findingLines(findings)]),
    RULE,
    '',
    '',
  ].join('\n');
}

function accountLines(origin: string, { email, password }: Credentials): string[] {
  return [
    `  Dashboard    ${origin}/`,
    `  E-mail       ${email}`,
    `  Password     ${password}   (shown this once)`,
    `  API pages    ${origin}/docs`,
  ];
}

function demoLines(origin: string, { secretKey, publishableKey, domain, opened }: Demo): string[] {
  const link = JSON.stringify({
    type: 'unified',
    slug: 'hello',
    fallbackUrl: 'https://example.com/hello',
    iosUrl: 'https://apps.apple.com/app/id123456789',
    androidUrl: 'https://play.google.com/store/apps/details?id=com.example.demo',
  });
  return [
    '  Demo project',
    `  App key      ${secretKey}   (secret, for your servers; shown this once)`,
    `  In apps      ${publishableKey}   (publishable)`,
    `  Link domain  ${domain}`,
    '',
    '  Create a link:',
    '',
    `  curl -s ${origin}/v1/sdk/links -H 'X-App-Key: ${secretKey}' -H 'Content-Type: application/json' -d '${link}'`,
    '',
    '  Open it, as an Android phone:',
    '',
    `  curl -si -A '${PHONE}' ${opened}`,
    '',
    '  Resolve it, as the app does:',
    '',
    `  curl -s '${origin}/v1/sdk/resolve?url=${encodeURIComponent(opened)}'`,
  ];
}

/** On a laptop one line is enough; a server configured for the internet gets each finding. */
function findingLines(findings: readonly ServerFinding[]): string[] {
  const more = 'npm run --silent fairlead -- doctor server';
  if (findings.some(({ code }) => code === 'PUBLIC_URL_LOCAL')) {
    return [`  For this machine only. What the internet needs: ${more}`];
  }
  return [
    '  Missing for production:',
    ...findings.flatMap(({ seen, cure }) => [`  - ${seen}`, `    ${cure}`]),
    `  Again at any time: ${more}`,
  ];
}
