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

/** The frame of every page: `head`, `body` and the attributes are HTML that is escaped already. */
export function renderDocument(page: {
  readonly lang: string;
  readonly dir?: string;
  readonly title: string;
  readonly head: string;
  /** With a space before each. */
  readonly bodyAttributes?: string;
  readonly body: string;
}): string {
  const direction = page.dir === undefined ? '' : ` dir="${page.dir}"`;
  return `<!doctype html>
<html lang="${page.lang}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)}</title>
${page.head}
</head>
<body${page.bodyAttributes ?? ''}>
${page.body}
</body>
</html>
`;
}
