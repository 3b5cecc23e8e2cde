/** An origin as browsers send it, or undefined where the text is none: `https://shop.example.com`, `capacitor://localhost`. */
export function originForm(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (!url || url.host === '' || url.username !== '' || url.password !== '') return undefined;
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  // Schemes of apps have no origin by the URL standard; web views send scheme and host all the same.
  return `${url.protocol}//${url.host.toLowerCase()}`;
}
