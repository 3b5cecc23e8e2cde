const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** Escapes text for use in an element or a quoted attribute. Every customer value goes through here. */
export function escapeHtml(text: string): string {
  return /[&<>"'`]/.test(text) ? text.replaceAll(/[&<>"'`]/g, (sign) => ENTITIES[sign]!) : text;
}

/** The frame of every page: `head`, `body` and the attributes are already escaped HTML. */
export function renderDocument(page: {
  readonly lang: string;
  readonly dir?: string;
  readonly title: string;
  readonly head: string;
  /** Each preceded by a space. */
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
