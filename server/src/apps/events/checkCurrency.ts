import { decimalsOf } from '@fairlead/contract/currencies';
import { type Finding, finding } from '@fairlead/contract/finding';

/** What a schema cannot say of a currency: whether there is one of that code. */
export function checkCurrency(path: readonly string[], currency: string): Finding[] {
  if (decimalsOf(currency) !== undefined) return [];
  const field = path.join('.').replaceAll(/\.(\d+)/g, '[$1]');
  const message = `${field} must be an ISO 4217 code, such as EUR; there is no ${currency}`;
  return [finding(path, 'not_allowed', message)];
}
