/**
 * An origin as browsers send it, or undefined if the text is not one: `https://shop.example.com`,
 * `capacitor://localhost`.
 */
export function originForm(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (!url || url.host === '' || url.username !== '' || url.password !== '') return undefined;
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  // By the URL standard, app schemes have no origin; web views send scheme and host all the same.
  return `${url.protocol}//${url.host.toLowerCase()}`;
}
