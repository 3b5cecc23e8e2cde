import { decimalsOf } from '@fairlead/contract/currencies';
import type { AppEvent } from '@fairlead/contract/eventResources';

/** Beyond this no amount is a price. */
const MAX_SHIFT = 30;

/**
 * Decimal text moved by so many places to a whole number, exactly, halves away from zero: 4.995 and 2 are 500. Undefined for what is no
 * decimal.
 */
export function moveDecimals(decimal: string, places: number): number | undefined {
  const found = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(decimal.trim());
  if (found === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = found;
  const shift = places + Number(exponent) - fraction.length;
  if (Math.abs(shift) > MAX_SHIFT) return undefined;
  const digits = BigInt(whole + fraction);
  const unit = 10n ** BigInt(Math.abs(shift));
  const size = shift >= 0 ? digits * unit : (2n * digits + unit) / (2n * unit);
  return sign === '-' && size !== 0n ? -Number(size) : Number(size);
}

/**
 * A price as revenue. `unit` is how many decimals the number is short of a whole unit of the currency: 0 for 4.99, 3 for milliunits; `minor`
 * if it is in the currency's minor unit.
 * Undefined without a price, or for nothing. A currency that does not exist is left for `readEvent` to refuse.
 */
export function revenueOf(
  price: unknown,
  currency: unknown,
  unit: number | 'minor' = 0,
): AppEvent['revenue'] {
  if (typeof currency !== 'string') return undefined;
  if (typeof price !== 'number' && typeof price !== 'string') return undefined;
  const code = currency.toUpperCase();
  const places = unit === 'minor' ? 0 : (decimalsOf(code) ?? 2) - unit;
  const amount = moveDecimals(String(price), places);
  return amount === undefined || amount === 0 ? undefined : { amount, currency: code };
}

/** The same money, given back. */
export function refundOf(revenue: AppEvent['revenue']): AppEvent['revenue'] {
  return revenue && { ...revenue, amount: -Math.abs(revenue.amount) };
}
