import { decimalsOf } from '@fairlead/contract/currencies';
import type { RevenueSum } from '@fairlead/contract/eventResources';
import { LANGUAGE } from '@fairlead/contract/language';

/** "€19.99" for 1999 EUR, "¥1,999" for JPY and "KWD 1.999": minor units as an amount of their currency. */
export function money({ amount, currency }: RevenueSum): string {
  const decimals = decimalsOf(currency) ?? 2;
  const format = new Intl.NumberFormat(LANGUAGE, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // As text, for the quotient of a large amount would not be exact.
  return format.format(`${amount}E-${decimals}` as `${number}`);
}

/** Of a cell by which somebody could be made out. */
export const HIDDEN = 'Hidden';

type Cell = Pick<RevenueSum, 'currency'> & { readonly amount: number | null };

/** Sums side by side: those of different currencies are never added up. */
export function moneyText(sums: readonly Cell[]): string {
  if (sums.length === 0) return '–';
  const texts = sums.map(({ currency, amount }) =>
    amount === null ? `${HIDDEN} (${currency})` : money({ currency, amount }),
  );
  return texts.join(' · ');
}
