import type { Severity } from './Severity.ts';
import type { Subject } from './Subject.ts';

interface Words {
  readonly severity: Severity;
  /** Why it matters. */
  readonly why: string;
  readonly cure: string | ((subject: Subject) => string);
}

const NO_VISITOR = 'Nobody reaches the links of this domain.';
const WARNED =
  'Browsers warn of the domain instead of opening its links, and apps do not trust it.';
const IOS_BROWSER = 'iPhones open the links in the browser instead of the app.';
const ANDROID_BROWSER = 'Android opens the links in the browser instead of the app, or asks.';
const RENEW =
  'Renew the certificate at the proxy, and look why it did not renew by itself (CAA records, port 80).';
const PASS_ON = (path: string) =>
  `Let the proxy hand ${path} to this server as it comes: no redirect, no login, no cached page.`;
const APPLE = PASS_ON('/.well-known/apple-app-site-association');
const ANDROID = PASS_ON('/.well-known/assetlinks.json');
const APPS = 'Correct it in the dashboard under Apps.';

/** Everything that the doctor can find: how bad it is, why it matters, how to cure it. */
export const SYMPTOMS = {
  DOMAIN_UNPROVED: {
    severity: 'problem',
    why: 'Until the domain is verified it serves no links.',
    cure: ({ proof }) => `Set a TXT record at ${proof?.name} with the value ${proof?.value}.`,
  },
  DNS_NOTHING: {
    severity: 'problem',
    why: NO_VISITOR,
    cure: ({ host, publicHost }) =>
      `Set a CNAME record at ${host} to ${publicHost}, or A and AAAA records with its addresses.`,
  },
  DNS_FAILS: {
    severity: 'problem',
    why: 'Resolvers refuse to answer for the domain, so nobody reaches it. A wrong DNSSEC chain is the usual cause.',
    cure: 'Compare the DS record at the registrar with the keys of the zone, and ask every name server of the zone for the domain.',
  },
  DNS_DANGLING_CNAME: {
    severity: 'problem',
    why: NO_VISITOR,
    cure: ({ publicHost }) => `Let the CNAME lead to ${publicHost}, a name that has addresses.`,
  },
  DNS_PRIVATE_ADDRESS: {
    severity: 'problem',
    why: 'Phones outside of your network cannot reach such an address.',
    cure: 'Set the public address of the server or of its proxy.',
  },
  CAA_FORBIDS: {
    severity: 'problem',
    why: 'No authority may issue a certificate for the domain: the present one cannot be renewed.',
    cure: 'Add a CAA record that names your authority, such as 0 issue "letsencrypt.org".',
  },
  ADDRESS_DEAD: {
    severity: 'problem',
    why: 'Visitors who are given this address wait, or reach nothing.',
    cure: 'Remove the address from the DNS, or let the server or its proxy answer there.',
  },
  OTHER_SERVER: {
    severity: 'problem',
    why: 'What answers is not this service: links are not served.',
    cure: ({ publicHost }) =>
      `Let the DNS lead to ${publicHost}, and let the proxy pass the host on to this server with its Host header kept.`,
  },
  HTTPS_CLOSED: {
    severity: 'problem',
    why: 'Links are https addresses, and nothing answers them.',
    cure: 'Let a proxy with a certificate listen on port 443, and open that port in the firewall.',
  },
  TLS_NOT_SPOKEN: {
    severity: 'problem',
    why: 'Port 443 answers without TLS, or agrees on none: no browser gets through.',
    cure: 'Let the proxy speak TLS 1.2 or newer on port 443, with a certificate for this host.',
  },
  TLS_SELF_SIGNED: {
    severity: 'problem',
    why: WARNED,
    cure: 'Use a certificate of a public authority, such as Let’s Encrypt.',
  },
  TLS_UNTRUSTED: {
    severity: 'problem',
    why: WARNED,
    cure: 'Let the proxy send the whole chain: the certificate and every intermediate one (fullchain.pem).',
  },
  TLS_WRONG_NAME: {
    severity: 'problem',
    why: WARNED,
    cure: ({ host }) => `Get a certificate that names ${host}, and let the proxy choose it by SNI.`,
  },
  TLS_EXPIRED: { severity: 'problem', why: WARNED, cure: RENEW },
  TLS_NOT_YET_VALID: {
    severity: 'problem',
    why: WARNED,
    cure: 'Look at the clock of the machine that made the certificate, and make it again.',
  },
  TLS_ENDS_SOON: {
    severity: 'warning',
    why: 'When the certificate ends, browsers warn of the domain and apps trust it no more.',
    cure: RENEW,
  },
  HTTP_STAYS: {
    severity: 'warning',
    why: 'Who types the address without https stays on http, where no app opens and others can read along.',
    cure: ({ host }) => `Let the proxy redirect http://${host} to https://${host}.`,
  },
  HTTP_LEADS_AWAY: {
    severity: 'problem',
    why: 'Who types the address without https ends on another host, and the link is lost.',
    cure: ({ host }) =>
      `Let the proxy redirect http://${host} to https://${host} with its path kept.`,
  },
  LINKS_REDIRECTED: {
    severity: 'problem',
    why: 'Links are redirected before this server sees them: no visit is counted and no app opens.',
    cure: 'Remove the redirect from the proxy or the hosting of the domain; only this server answers its paths.',
  },
  AASA_MISSING: { severity: 'problem', why: IOS_BROWSER, cure: APPLE },
  AASA_REDIRECTS: {
    severity: 'problem',
    why: `Apple follows no redirect of this file. ${IOS_BROWSER}`,
    cure: APPLE,
  },
  AASA_TYPE: {
    severity: 'warning',
    why: 'Apple asks for application/json, and checkers refuse other types.',
    cure: APPLE,
  },
  AASA_TOO_LARGE: {
    severity: 'problem',
    why: `Apple reads 128 KB at most. ${IOS_BROWSER}`,
    cure: APPLE,
  },
  AASA_INVALID: { severity: 'problem', why: IOS_BROWSER, cure: APPLE },
  AASA_EMPTY: { severity: 'problem', why: IOS_BROWSER, cure: APPLE },
  AASA_APP_MISSING: { severity: 'problem', why: IOS_BROWSER, cure: APPLE },
  AASA_EXCLUDES_LINKS: { severity: 'problem', why: IOS_BROWSER, cure: APPLE },
  AASA_COPY_OLD: {
    severity: 'warning',
    why: 'Phones ask Apple’s copy of the file, which does not name the app yet: new installs do not open links for now.',
    cure: 'Wait: Apple asks for the file again within a day or so. Until then a developer build can use ?mode=developer.',
  },
  AASA_COPY_MISSING: {
    severity: 'warning',
    why: 'Apple has no copy of the file: phones that install the app now do not open links.',
    cure: 'Let the file be reached from everywhere, Apple’s network included, and wait a day. It is asked for when the app is first installed.',
  },
  ASSETLINKS_MISSING: { severity: 'problem', why: ANDROID_BROWSER, cure: ANDROID },
  ASSETLINKS_REDIRECTS: {
    severity: 'problem',
    why: `Google follows no redirect of this file. ${ANDROID_BROWSER}`,
    cure: ANDROID,
  },
  ASSETLINKS_TYPE: {
    severity: 'problem',
    why: `Google reads application/json alone. ${ANDROID_BROWSER}`,
    cure: ANDROID,
  },
  ASSETLINKS_INVALID: { severity: 'problem', why: ANDROID_BROWSER, cure: ANDROID },
  ASSETLINKS_APP_MISSING: { severity: 'problem', why: ANDROID_BROWSER, cure: ANDROID },
  ASSETLINKS_FINGERPRINT_MISSING: {
    severity: 'problem',
    why: ANDROID_BROWSER,
    cure: `${ANDROID} If it does, compare the fingerprint with that of the signing key in the Play Console.`,
  },
  ASSETLINKS_RELATION_MISSING: {
    severity: 'problem',
    why: 'The file names the app without letting it handle links.',
    cure: ANDROID,
  },
  IOS_INCOMPLETE: {
    severity: 'problem',
    why: IOS_BROWSER,
    cure: 'Enter both, the team ID and the bundle ID, in the dashboard under Apps.',
  },
  IOS_TEAM_ID_FORM: {
    severity: 'problem',
    why: `A team ID is 10 capital letters and digits; with another text iOS does not find the app. ${IOS_BROWSER}`,
    cure: `Take it from the membership page of the Apple developer account. ${APPS}`,
  },
  ANDROID_WITHOUT_FINGERPRINT: {
    severity: 'problem',
    why: ANDROID_BROWSER,
    cure: 'Enter the SHA-256 fingerprint of the signing key (Play Console, App signing) in the dashboard under Apps.',
  },
  APP_STORE_PAGE_MISSING: {
    severity: 'warning',
    why: 'Visitors without the app are sent to a page that is not there. An app that is not released yet has none.',
    cure: `Compare the App Store ID with the address of the app’s page. ${APPS}`,
  },
  PLAY_PAGE_MISSING: {
    severity: 'warning',
    why: 'Visitors without the app are sent to a page that is not there. An app that is not released yet has none.',
    cure: `Compare the package name with the address of the app’s page. ${APPS}`,
  },
  LAUNCH_SAME_HOST: {
    severity: 'problem',
    why: 'iOS opens no app from a page of the link’s own domain.',
    cure: 'The administrator of the server sets LAUNCH_HOST to a host that is no link domain.',
  },
  LAUNCH_SAME_SITE: {
    severity: 'warning',
    why: 'Versions of iOS differ in whether they open an app from a page of the same site.',
    cure: 'The administrator of the server sets LAUNCH_HOST to a host under another registered domain.',
  },
  CLOCK_OFF: {
    severity: 'warning',
    why: 'Certificates, tokens and the times of clicks are judged by the clock of this server.',
    cure: 'Let the machine keep its time by NTP (timedatectl set-ntp true).',
  },
  AD_POSTBACKS_ELSEWHERE: {
    severity: 'info',
    why: 'Copies of Apple’s ad postbacks go to the registered domain, never to a subdomain of it.',
    cure: 'Nothing is to be done unless you want these copies: then let that domain pass /.well-known/skadnetwork/ on.',
  },
} as const satisfies Record<string, Words>;

export type Symptom = keyof typeof SYMPTOMS;
