import { escapeHtml } from '#platform/lib/web/html.ts';

/** Text in which `code` between backticks is set as code. */
export function renderText(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
