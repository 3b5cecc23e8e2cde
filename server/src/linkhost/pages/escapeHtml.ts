const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Text as it may stand in an element or in a quoted attribute. Every customer's value goes through here. */
export function escapeHtml(text: string): string {
  return /[&<>"'`]/.test(text) ? text.replaceAll(/[&<>"'`]/g, (sign) => ENTITIES[sign]!) : text;
}
