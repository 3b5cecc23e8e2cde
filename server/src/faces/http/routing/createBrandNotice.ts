import type { App } from '../../App.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

/** Each brand is logged once; more than this are made up. */
const MAX_BRANDS = 20;
const CLIENT_HEADER = /^x-([a-z0-9-]{1,40})-client$/;

/**
 * Logs, once per brand, that an SDK uses one that is not configured: its requests are not parsed leniently then, and
 * its first call is refused (Rule: sdk-clients).
 */
export function createBrandNotice({ config, log }: App): (request: RequestFacts) => void {
  const known = new Set(config.headerBrands.map((brand) => brand.toLowerCase()));
  const noticed = new Set<string>();
  return ({ headers }) => {
    for (const name in headers) {
      const brand = name.startsWith('x-') ? CLIENT_HEADER.exec(name)?.[1] : undefined;
      if (brand === undefined || known.has(brand) || noticed.has(brand)) continue;
      if (noticed.size >= MAX_BRANDS || !String(headers[name]).toLowerCase().startsWith('sdk-'))
        continue;
      noticed.add(brand);
      log.warn(
        { brand, headerBrands: config.headerBrands },
        `An SDK speaks the header brand "${brand}", which HEADER_BRANDS does not list: add it there, or calls of such apps are refused`,
      );
    }
  };
}
