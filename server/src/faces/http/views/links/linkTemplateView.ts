import type { LinkTemplate as LinkTemplateBody } from '@fairlead/contract/operations/dashboard/linkTemplates';
import type { LinkTemplate } from '#links/creating/templates/LinkTemplate.ts';

export function renderLinkTemplate({ createdAt, ...template }: LinkTemplate): LinkTemplateBody {
  return { ...template, createdAt: createdAt.toISOString() };
}
