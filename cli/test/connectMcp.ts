import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { childEnvironment } from '../../server/test/support/run/childEnvironment.ts';
import { COMMAND_LINE } from '../../server/test/support/run/programs.ts';

export interface Assistant extends AsyncDisposable {
  readonly client: Client;
  /** The structured result of a tool, which the client has checked against the tool's schema. */
  readonly use: <T>(name: string, input?: Record<string, unknown>) => Promise<T>;
  /** What a tool says that refuses. */
  readonly refused: (name: string, input?: Record<string, unknown>) => Promise<string>;
}

/** The official client, with `fairlead mcp` as a process of its own. */
export async function connect(
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [COMMAND_LINE, 'mcp', ...words],
      env: { ...childEnvironment, NODE_NO_WARNINGS: '1', ...env },
    }),
  );
  // Schemas of results are known to the client from here on.
  await client.listTools();
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input });
    const [content] = result.content as { text: string }[];
    return {
      isError: result['isError'],
      structuredContent: result['structuredContent'],
      text: content?.text ?? '',
    };
  };
  return {
    client,
    async use<T>(name: string, input?: Record<string, unknown>) {
      const { isError, structuredContent, text } = await call(name, input);
      assert.ok(isError !== true, text);
      return structuredContent as T;
    },
    async refused(name, input) {
      const { isError, text } = await call(name, input);
      assert.equal(isError, true, text);
      return text;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
