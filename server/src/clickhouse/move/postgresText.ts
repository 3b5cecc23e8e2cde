import { CLICK_FIELDS, type Term } from '../../clicks/Click.ts';
import { snakeCase } from '../../clicks/factColumns.ts';

/** SQL: the text of a field of `clicks` that is stored as a code. */
export function postgresText(name: string, table = 'clicks'): string {
  const [dictionary, text] =
    CLICK_FIELDS[name as Term].dictionary === 'referrers'
      ? ['referrers', 'host']
      : ['click_terms', 'term'];
  return `(select ${text} from ${dictionary} where code = ${table}.${snakeCase(name)})`;
}
