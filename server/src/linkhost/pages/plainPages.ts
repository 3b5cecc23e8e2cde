/** The page for a link that is not there, or leads nowhere. */
export function renderNothingHere(): string {
  return renderPlainPage('Nothing here', 'This link leads nowhere. It may have been removed.');
}

/** The page for a moment in which a visit cannot be answered. */
export function renderUnavailable(): string {
  return renderPlainPage('One moment', 'This link cannot be opened right now. Please try again.');
}

function renderPlainPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
body{font:1.0625rem/1.5 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;margin:0;padding:1.5rem;text-align:center}
</style>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
}
