import type { Config } from '../config.ts';
import type { RequestFacts } from '../lib/requestFacts.ts';

/** The brand of the headers a client speaks: the first of HEADER_BRANDS unless it says another. */
export function brandOf(request: RequestFacts, config: Config): string {
  const spoken = config.headerBrands.find(
    (brand) => request.header(`x-${brand.toLowerCase()}-client`) !== undefined,
  );
  return spoken ?? config.headerBrands[0]!;
}

/** One of the `X-{Brand}-…` headers of the client, by the rest of its name. */
export function brandedHeader(
  request: RequestFacts,
  config: Config,
  rest: string,
): string | undefined {
  return request.header(`x-${brandOf(request, config).toLowerCase()}-${rest}`);
}

/** SDK clients call themselves `sdk-…` and are met with leniency (DECISIONS 5; CLIENTS.md). */
export function isSdkClient(request: RequestFacts, config: Config): boolean {
  return brandedHeader(request, config, 'client')?.toLowerCase().startsWith('sdk-') === true;
}
