import type { ServerFinding } from '@fairlead/contract/operations/dashboard/server';
import type { Config } from './config.ts';
import { isLocalHost } from '../lib/web/isLocalHost.ts';
import { registeredDomain } from '../lib/web/registeredDomain.ts';

type Inspected = Pick<
  Config,
  'host' | 'publicUrl' | 'launchHost' | 'linkDomain' | 'trustedProxies' | 'smtpUrl'
>;

/** What in this configuration keeps links from working on people's phones. Pure; makes no requests. */
export function inspectConfig(config: Inspected): ServerFinding[] {
  return [
    ...inspectPublicUrl(config),
    ...inspectLaunchHost(config),
    ...inspectLinkDomain(config),
    ...inspectProxy(config),
    ...inspectMail(config),
  ];
}

function inspectPublicUrl({ publicUrl }: Inspected): ServerFinding[] {
  if (isLocalHost(publicUrl.hostname)) {
    return [
      {
        code: 'PUBLIC_URL_LOCAL',
        severity: 'problem',
        seen: `PUBLIC_URL is ${publicUrl.origin}, which only this machine can reach.`,
        cure: 'Set PUBLIC_URL to the address of this server on the internet, such as https://links.example.com.',
      },
    ];
  }
  if (publicUrl.protocol === 'https:') return [];
  return [
    {
      code: 'PUBLIC_URL_WITHOUT_HTTPS',
      severity: 'problem',
      seen: `PUBLIC_URL is ${publicUrl.origin}: phones open apps from https links only.`,
      cure: 'Put a proxy that has a certificate in front of the server, and set PUBLIC_URL to its https address.',
    },
  ];
}

const LAUNCH_HOST_CURE =
  'Set LAUNCH_HOST to a host that leads to this server and is on another registered domain than your links, such as launch.example.net beside go.example.com.';

function inspectLaunchHost({ launchHost, linkDomain, publicUrl }: Inspected): ServerFinding[] {
  if (!isLocalHost(launchHost)) {
    const site = registeredDomain(launchHost);
    const [variable] =
      Object.entries({ LINK_DOMAIN: linkDomain, PUBLIC_URL: publicUrl.hostname }).find(
        ([, host]) => site !== null && registeredDomain(host) === site,
      ) ?? [];
    if (variable === undefined) return [];
    return [
      {
        code: 'LAUNCH_HOST_SAME_SITE',
        severity: 'warning',
        seen: `LAUNCH_HOST is ${launchHost}, under ${site} like ${variable}: from a page there, iOS opens links of that domain in the browser.`,
        cure: LAUNCH_HOST_CURE,
      },
    ];
  }
  return [
    {
      code: 'LAUNCH_HOST_LOCAL',
      severity: 'problem',
      seen: `LAUNCH_HOST is ${launchHost}: iPhones that tap a link within a social app are sent there, to nothing.`,
      cure: LAUNCH_HOST_CURE,
    },
  ];
}

function inspectLinkDomain({ linkDomain, publicUrl }: Inspected): ServerFinding[] {
  if (!isLocalHost(linkDomain) || isLocalHost(publicUrl.hostname)) return [];
  return [
    {
      code: 'LINK_DOMAIN_LOCAL',
      severity: 'warning',
      seen: `LINK_DOMAIN is ${linkDomain}: a new project has no domain for links until someone sets up DNS for one.`,
      cure: 'Set LINK_DOMAIN to a domain whose wildcard record leads to this server, such as go.example.com with *.go.example.com.',
    },
  ];
}

/** The server speaks plain HTTP, so on the internet there is always a proxy in front of it. */
function inspectProxy({ host, trustedProxies }: Inspected): ServerFinding[] {
  if (trustedProxies.rules.length === 0) {
    return [
      {
        code: 'TRUST_PROXY_MISSING',
        severity: 'problem',
        seen: 'TRUST_PROXY names no proxy: every visitor has the address of the proxy, and all share its rate limits.',
        cure: 'Set TRUST_PROXY to the address of the proxy in front, such as 127.0.0.1 for one on this machine.',
      },
    ];
  }
  const onThisMachine = trustedProxies.check('127.0.0.1') || trustedProxies.check('::1', 'ipv6');
  if (!isLocalHost(host) || onThisMachine) return [];
  return [
    {
      code: 'HOST_LOOPBACK',
      severity: 'warning',
      seen: `HOST is ${host}, so that only this machine reaches the server, and TRUST_PROXY names a proxy elsewhere.`,
      cure: 'Set HOST=0.0.0.0, in a container too, and keep the port closed to the internet.',
    },
  ];
}

function inspectMail({ smtpUrl }: Inspected): ServerFinding[] {
  if (smtpUrl !== undefined) return [];
  return [
    {
      code: 'MAIL_TO_FILES',
      severity: 'warning',
      seen: 'SMTP_URL is not set: mails are written to DATA_DIR/mail and reach nobody.',
      cure: 'Set SMTP_URL, such as smtps://user:password@mail.example.com?from=links@example.com.',
    },
  ];
}
