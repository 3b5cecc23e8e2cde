/** Where a request has this text, the load generator writes an IPv4 address that it never used before. */
export const FRESH_ADDRESS = '<fresh-address>';
/** Where a request has this text, the load generator writes a number of 14 digits that it never used before. */
export const FRESH_NUMBER = '<fresh-number>';

/** The bytes of a request, ready to be sent any number of times: a GET, or a POST of `body` as JSON. */
export function buildRequest(
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (body === undefined) return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const json = JSON.stringify(body);
  const length = Buffer.byteLength(json);
  lines.push('Content-Type: application/json\r\n', `Content-Length: ${length}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json}`;
}
