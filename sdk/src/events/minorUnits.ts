/** How many decimals amounts have, where it is not two. */
const DECIMALS: Readonly<Record<string, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/**
 * An amount in whole minor units: 1999 for `'19.99'` EUR, 20 for 20 JPY. Exact, so it throws a RangeError for what is no amount of
 * the currency, such as `'19.999'` EUR.
 */
export function minorUnits(amount: string | number, currency: string): number {
  const decimals = Number(
    Object.keys(DECIMALS).find((each) => DECIMALS[each]?.split(' ').includes(currency)) ?? 2,
  );
  const [, sign = '', whole = '', rest = ''] =
    /^(-?)(\d+)(?:\.(\d*?)0*)?$/.exec(String(amount)) ?? [];
  const units = Number(whole + rest.padEnd(decimals, '0'));
  if (whole === '' || rest.length > decimals || !Number.isSafeInteger(units)) {
    throw new RangeError(`${amount} is no amount in ${currency}`);
  }
  return sign && units > 0 ? -units : units;
}
