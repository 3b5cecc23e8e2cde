import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { readArgument } from '../../terminal/readArgument.ts';

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);

export const api = command({
  name: 'api',
  summary: 'Make any API call, such as: api GET /v1/links?limit=1',
  parameters: ['METHOD', 'PATH'],
  options: {
    data: { kind: 'text', value: 'JSON', help: 'body; - for standard input, @FILE' },
    header: { kind: 'texts', value: 'NAME:VALUE', help: 'a header' },
  },
  audience: 'both',
  async run({ account, terminal }, { data, header }, [verb = '', path = '']) {
    const method = verb.toUpperCase();
    if (!METHODS.has(method)) {
      throw new CommandError(2, `"${verb}" is no method; there is: ${[...METHODS].join(', ')}`);
    }
    // The credential is sent only to the server.
    if (!/^\/(?!\/)/.test(path))
      throw new CommandError(2, 'PATH begins with one /, such as /v1/links');
    const headers = header.map((line): [string, string] => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new CommandError(2, `--header "${line}" has no name before a colon`);
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
    const me = await account({ operator: true });
    const body = data === undefined ? undefined : await readArgument(terminal, data);
    const response = await me.fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...Object.fromEntries(headers),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  },
  failed: ({ status }) => status >= 400,
  render: ({ body }) => [typeof body === 'string' ? body : JSON.stringify(body, null, 2)],
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
