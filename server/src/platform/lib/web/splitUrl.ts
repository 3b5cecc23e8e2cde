/** The path of a request and its raw query, without the `?`. */
export function splitUrl(url = '/'): { readonly path: string; readonly query: string } {
  const queryAt = url.indexOf('?');
  if (queryAt < 0) return { path: url, query: '' };
  return { path: url.slice(0, queryAt), query: url.slice(queryAt + 1) };
}
