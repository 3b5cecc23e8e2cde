/** The part of an Expo configuration that links need; everything else is passed on. */
export interface ExpoConfig {
  readonly ios?: { readonly associatedDomains?: readonly string[] } | undefined;
  readonly android?: { readonly intentFilters?: readonly IntentFilter[] } | undefined;
  readonly scheme?: string | readonly string[] | undefined;
}

interface IntentFilter {
  readonly action: string;
  readonly autoVerify?: boolean;
  readonly category?: string | readonly string[];
  readonly data?: unknown;
}

export interface ExpoPluginOptions {
  /** Link domains of the project, such as `go.example.com`. */
  readonly hosts: readonly string[];
  /** Custom schemes that the project's links may open. */
  readonly schemes?: readonly string[];
}

/**
 * Associated domains on iOS, verified intent filters on Android. Expo writes both into the native projects,
 * and makes the main activity `singleTask`.
 */
export function withFairlead<Config extends object>(
  config: Config,
  options: ExpoPluginOptions | undefined,
): Config {
  const hosts = options?.hosts;
  if (!Array.isArray(hosts) || hosts.length === 0) {
    throw new Error(
      '@fairlead/sdk: name your link domains, as in ["@fairlead/sdk", { "hosts": ["go.example.com"] }]',
    );
  }
  for (const host of hosts) checkHost(host);
  const given = config as ExpoConfig;
  const schemes = [...new Set([given.scheme ?? [], options?.schemes ?? []].flat(2))];
  return {
    ...config,
    ...(schemes.length > 0 && { scheme: schemes }),
    ios: {
      ...given.ios,
      associatedDomains: [
        ...new Set([
          ...(given.ios?.associatedDomains ?? []),
          ...hosts.map((host) => `applinks:${host}`),
        ]),
      ],
    },
    android: {
      ...given.android,
      intentFilters: addFilter(given.android?.intentFilters ?? [], hosts),
    },
  };
}

function checkHost(host: unknown): void {
  if (typeof host === 'string' && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)) return;
  throw new Error(
    `@fairlead/sdk: ${JSON.stringify(host)} is not a host: give it in lower case, without a scheme or path`,
  );
}

/** Plugins run again with every prebuild. */
function addFilter(filters: readonly IntentFilter[], hosts: readonly string[]): IntentFilter[] {
  const own: IntentFilter = {
    action: 'VIEW',
    autoVerify: true,
    category: ['BROWSABLE', 'DEFAULT'],
    data: hosts.map((host) => ({ scheme: 'https', host })),
  };
  const text = JSON.stringify(own);
  return [...filters.filter((each) => JSON.stringify(each) !== text), own];
}
