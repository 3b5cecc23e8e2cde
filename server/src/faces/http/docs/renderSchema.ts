import { escapeHtml } from '#platform/lib/web/html.ts';
import { renderText } from './renderText.ts';

/** The parts of a JSON schema that the reference shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** `string (uri) or null`, `array of Link`, with links to named schemas. */
export function renderType(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const id = escapeHtml(schema.$ref.split('/').at(-1) ?? '');
    return `<a href="#schema-${id}">${id}</a>`;
  }
  if (schema.const !== undefined) return renderValue(schema.const);
  if (schema.enum) return schema.enum.map(renderValue).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(renderType).join(' or ');
  if (schema.type === 'array' && schema.items) return `array of ${renderType(schema.items)}`;
  const type = schema.type ?? 'anything';
  return escapeHtml(schema.format === undefined ? type : `${type} (${schema.format})`);
}

/** The table of an object's properties, or nothing. */
export function renderProperties(schema: Schema): string {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    return schema.description === undefined ? '' : `<p>${renderText(schema.description)}</p>`;
  }
  const rows = properties.map(([name, each]) => {
    const required = schema.required?.includes(name) === true ? ', required' : '';
    const texts = [each.description, ...rulesOf(each)].filter((word) => word !== undefined);
    const inner = each.properties ? renderProperties(each) : '';
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${renderType(each)}${required}</td><td>${renderText(texts.join(' '))}${inner}</td></tr>`;
  });
  return `<div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

function rulesOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, pattern } = schema;
  const rules: string[] = [];
  if (minLength !== undefined) rules.push(`At least ${minLength} characters.`);
  if (maxLength !== undefined) rules.push(`At most ${maxLength} characters.`);
  if (minimum !== undefined) rules.push(`${minimum} or more.`);
  if (maximum !== undefined) rules.push(`${maximum} or less.`);
  if (pattern !== undefined) rules.push(`Matches \`${pattern}\`.`);
  if (schema.default !== undefined) rules.push(`Default: \`${JSON.stringify(schema.default)}\`.`);
  return rules;
}

function renderValue(value: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
}
