/** Currencies of ISO 4217 whose amounts have no decimals, and those with three or four; all others have two. */
const WITHOUT_DECIMALS =
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const WITH_THREE = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const WITH_FOUR = 'CLF UYW'.split(' ');
const WITH_TWO = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC
  CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR
  KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
  PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN
  UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG ZWL`
  .trim()
  .split(/\s+/);

const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...WITHOUT_DECIMALS.map((code) => [code, 0] as const),
  ...WITH_TWO.map((code) => [code, 2] as const),
  ...WITH_THREE.map((code) => [code, 3] as const),
  ...WITH_FOUR.map((code) => [code, 4] as const),
]);

/** How many decimals amounts in this currency have (an amount of 1234 is 12.34 EUR, 1234 JPY and 1.234 KWD); undefined: there is no such currency. */
export function decimalsOf(currency: string): number | undefined {
  return DECIMALS.get(currency);
}

/** An amount in whole units of its currency, with all its decimals: `12.34` for 1234 EUR, `1234` JPY, `1.234` KWD. Exact. */
export function wholeUnits(amount: number, currency: string): string {
  const decimals = decimalsOf(currency) ?? 0;
  return (amount / 10 ** decimals).toFixed(decimals);
}
