import type { Description } from './Description.ts';
import { ANDROID_BROWSER, FILE_SYMPTOMS, IOS_BROWSER } from './fileSymptoms.ts';

const NO_VISITOR = 'No one can reach the links of this domain.';
const WARNED =
  'Browsers show a warning instead of opening the links of this domain, and apps do not trust it.';
const RENEW =
  'Renew the certificate on the proxy, and find out why it was not renewed automatically (CAA records, port 80).';
const APPS = 'Correct it in the dashboard under Apps.';

/** Everything that the doctor can find: how bad it is, why it matters and how to fix it. */
export const SYMPTOMS = {
  DOMAIN_UNPROVED: {
    severity: 'problem',
    why: 'The domain serves no links until it is verified.',
    cure: ({ proof }) => `Add a TXT record for ${proof?.name} with the value ${proof?.value}.`,
  },
  DNS_NOTHING: {
    severity: 'problem',
    why: NO_VISITOR,
    cure: ({ host, publicHost }) =>
      `Add a CNAME record for ${host} that points to ${publicHost}, or A and AAAA records with its IP addresses.`,
    anywhere: ({ host }) =>
      `Add A and AAAA records for ${host} with the public IP addresses of its server.`,
  },
  DNS_FAILS: {
    severity: 'problem',
    why: 'Resolvers refuse to answer for the domain, so no one can reach it. The usual cause is a broken DNSSEC chain.',
    cure: 'Compare the DS record at the registrar with the keys of the zone, and query every name server of the zone for the domain.',
  },
  DNS_DANGLING_CNAME: {
    severity: 'problem',
    why: NO_VISITOR,
    cure: ({ publicHost }) =>
      `Point the CNAME to ${publicHost}, a name that resolves to an IP address.`,
  },
  DNS_PRIVATE_ADDRESS: {
    severity: 'problem',
    why: 'Phones outside your network cannot reach such an IP address.',
    cure: 'Use the public IP address of the server or of its proxy.',
  },
  CAA_FORBIDS: {
    severity: 'problem',
    why: 'No certificate authority may issue a certificate for the domain, so the current one cannot be renewed.',
    cure: 'Add a CAA record that names your certificate authority, such as 0 issue "letsencrypt.org".',
  },
  ADDRESS_DEAD: {
    severity: 'problem',
    why: 'Visitors whose browser uses this IP address have to wait, or reach nothing.',
    cure: 'Remove the IP address from the DNS, or make the server or its proxy answer there.',
  },
  OTHER_SERVER: {
    severity: 'problem',
    why: 'A different service answers, so the links do not work.',
    cure: ({ publicHost }) =>
      `Point the DNS to ${publicHost}, and configure the proxy to pass requests on to this server with the Host header unchanged.`,
  },
  HTTPS_CLOSED: {
    severity: 'problem',
    why: 'Links are https URLs, and nothing answers on https.',
    cure: 'Make a proxy with a certificate listen on port 443, and open that port in the firewall.',
  },
  TLS_NOT_SPOKEN: {
    severity: 'problem',
    why: 'Port 443 answers without TLS, or the TLS handshake fails: no browser can connect.',
    cure: 'Configure the proxy for TLS 1.2 or newer on port 443, with a certificate for this host.',
  },
  TLS_SELF_SIGNED: {
    severity: 'problem',
    why: WARNED,
    cure: 'Use a certificate from a public authority, such as Let’s Encrypt.',
  },
  TLS_UNTRUSTED: {
    severity: 'problem',
    why: WARNED,
    cure: 'Configure the proxy to send the whole chain: the certificate and every intermediate one (fullchain.pem).',
  },
  TLS_WRONG_NAME: {
    severity: 'problem',
    why: WARNED,
    cure: ({ host }) =>
      `Get a certificate for ${host}, and configure the proxy to select it by SNI.`,
  },
  TLS_EXPIRED: { severity: 'problem', why: WARNED, cure: RENEW },
  TLS_NOT_YET_VALID: {
    severity: 'problem',
    why: WARNED,
    cure: 'Check the clock of the machine that issued the certificate, and issue it again.',
  },
  TLS_ENDS_SOON: {
    severity: 'warning',
    why: 'Once the certificate expires, browsers show a warning and apps no longer trust the domain.',
    cure: RENEW,
  },
  HTTP_STAYS: {
    severity: 'warning',
    why: 'Anyone who types the URL without https stays on http, where no app opens and others can eavesdrop.',
    cure: ({ host }) => `Configure the proxy to redirect http://${host} to https://${host}.`,
  },
  HTTP_LEADS_AWAY: {
    severity: 'problem',
    why: 'Anyone who types the URL without https ends up on another host, and the link is lost.',
    cure: ({ host }) =>
      `Configure the proxy to redirect http://${host} to https://${host} and keep the path.`,
  },
  LINKS_REDIRECTED: {
    severity: 'problem',
    why: 'Links are redirected before they reach this server: no visit is counted and no app opens.',
    cure: 'Remove the redirect from the proxy or the hosting of the domain; only this server may answer its paths.',
  },
  ...FILE_SYMPTOMS,
  IOS_INCOMPLETE: {
    severity: 'problem',
    why: IOS_BROWSER,
    cure: 'Enter both the team ID and the bundle ID in the dashboard under Apps.',
  },
  APP_LINKS_ANYWHERE: {
    severity: 'warning',
    why: 'Anyone can read the publishable key in an app, and make links with it that lead from this domain to a page of theirs. Browsers then warn of every link of the domain.',
    cure: 'Choose "Pages of this project" in the dashboard under Settings, Links made by apps, and list the other hosts that apps link to.',
  },
  IOS_TEAM_ID_FORM: {
    severity: 'problem',
    why: `A team ID consists of 10 capital letters and digits; with anything else, iOS does not find the app. ${IOS_BROWSER}`,
    cure: `Copy it from the membership page of your Apple developer account. ${APPS}`,
  },
  ANDROID_WITHOUT_FINGERPRINT: {
    severity: 'problem',
    why: ANDROID_BROWSER,
    cure: 'Enter the SHA-256 fingerprint of the signing key (Play Console, App signing) in the dashboard under Apps.',
  },
  APP_STORE_PAGE_MISSING: {
    severity: 'warning',
    why: 'Visitors without the app are sent to a page that does not exist. An app that is not released yet has no page.',
    cure: `Compare the App Store ID with the URL of the app’s page. ${APPS}`,
  },
  PLAY_PAGE_MISSING: {
    severity: 'warning',
    why: 'Visitors without the app are sent to a page that does not exist. An app that is not released yet has no page.',
    cure: `Compare the package name with the URL of the app’s page. ${APPS}`,
  },
  LAUNCH_SAME_HOST: {
    severity: 'problem',
    why: 'iOS does not open an app from a page on the link’s own domain.',
    cure: 'Ask the administrator of the server to set LAUNCH_HOST to a host that is not a link domain.',
  },
  LAUNCH_SAME_SITE: {
    severity: 'warning',
    why: 'Some versions of iOS do not open an app from a page on the same site.',
    cure: 'Ask the administrator of the server to set LAUNCH_HOST to a host on another registered domain.',
  },
  CLOCK_OFF: {
    severity: 'warning',
    why: 'Certificates, tokens and the times of clicks depend on the clock of this server.',
    cure: 'Synchronise the machine’s clock with NTP (timedatectl set-ntp true).',
  },
  AD_POSTBACKS_ELSEWHERE: {
    severity: 'info',
    why: 'Copies of Apple’s ad postbacks go to the registered domain, never to one of its subdomains.',
    cure: 'Nothing, unless you want these copies: then configure that domain to pass on /.well-known/skadnetwork/.',
  },
} as const satisfies Record<string, Description>;

export type Symptom = keyof typeof SYMPTOMS;
