import { ERROR_CODES } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkBulk';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import type { WrittenRow } from '#links/creating/createLinkRows.ts';

/** One line of the response for each row, in order; links of a dry run have no id. */
export async function* renderRows(
  rows: AsyncIterable<WrittenRow>,
  linkUrlTemplate: string,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): AsyncGenerator<BulkResult> {
  let index = 0;
  for await (const row of rows) {
    yield { index, ...renderRow(row, linkUrlTemplate, dryRun) };
    index += 1;
  }
}

function renderRow(
  row: WrittenRow,
  linkUrlTemplate: string,
  dryRun: boolean,
): Omit<BulkResult, 'index'> {
  if ('code' in row) {
    const { code, message, findings } = row;
    return { status: ERROR_CODES[code].status, code, message, errors: [...findings] };
  }
  const { link, created, host } = row;
  const isThere = !(dryRun && created);
  return {
    status: created ? 201 : 200,
    ...(isThere && { id: link.id }),
    slug: link.slug,
    ...(host !== undefined && { shortUrl: fillLinkTemplate(linkUrlTemplate, host, link.slug) }),
    ...(link.externalId !== undefined && { externalId: link.externalId }),
    ...(isThere && link.updatedAt !== undefined && { updatedAt: link.updatedAt.toISOString() }),
  };
}
