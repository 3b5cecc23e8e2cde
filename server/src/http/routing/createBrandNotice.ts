import type { App } from '../../app.ts';
import type { RequestFacts } from '../../lib/requestFacts.ts';

/** Brands are written once each; more than this are someone's invention. */
const MAX_BRANDS = 20;
const CLIENT_HEADER = /^x-([a-z0-9-]{1,40})-client$/;

/**
 * Logs, once a brand, that an SDK speaks one that is not configured: nothing that it sends is understood leniently then,
 * and its first call is refused (Rule: sdk-clients).
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
