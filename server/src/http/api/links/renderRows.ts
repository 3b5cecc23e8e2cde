import { ERROR_CODES } from '@fairlead/contract';
import type { BulkResult } from '@fairlead/contract/operations/linkManagement';
import { fillLinkTemplate } from '../../../lib/fillLinkTemplate.ts';
import type { WrittenRow } from '../../../links/createLinkRows.ts';

/** One line of the response for each row, in order. */
export async function* renderRows(
  rows: AsyncIterable<WrittenRow>,
  linkUrlTemplate: string,
): AsyncGenerator<BulkResult> {
  let index = 0;
  for await (const row of rows) {
    yield { index, ...renderRow(row, linkUrlTemplate) };
    index += 1;
  }
}

function renderRow(row: WrittenRow, linkUrlTemplate: string): Omit<BulkResult, 'index'> {
  if ('code' in row) return { status: ERROR_CODES[row.code].status, message: row.message };
  const { link, created, host } = row;
  return {
    status: created ? 201 : 200,
    id: link.id,
    slug: link.slug,
    ...(host !== undefined && { shortUrl: fillLinkTemplate(linkUrlTemplate, host, link.slug) }),
    ...(link.externalId !== undefined && { externalId: link.externalId }),
  };
}
