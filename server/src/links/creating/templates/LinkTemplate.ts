import { createRenaming } from '@fairlead/contract/formerNames';
import { LinkTemplateFields } from '@fairlead/contract/operations/dashboard/linkTemplates';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/db/schema.ts';

/** A template is stored as it was sent, maybe to an earlier release. */
const rename = createRenaming(LinkTemplateFields);

/** What new links of a kind have in common. */
export interface LinkTemplate {
  readonly id: string;
  readonly name: string;
  readonly fields: LinkTemplateFields;
  readonly createdAt: Date;
}

export function readLinkTemplate(row: Selectable<Database['link_templates']>): LinkTemplate {
  return {
    id: row.id,
    name: row.name,
    fields: rename(row.fields) as LinkTemplateFields,
    createdAt: row.created_at,
  };
}
