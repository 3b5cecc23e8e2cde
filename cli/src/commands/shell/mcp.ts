import { once } from 'node:events';
import { command } from '../../command.ts';
import { readVersion } from '../../readVersion.ts';

export const mcp = command({
  name: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output, for assistants',
  options: {
    'read-only': { kind: 'flag', help: 'without the tools that change or delete something' },
  },
  async run({ account }, values) {
    // Loaded here, so that other commands need not wait for it.
    const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
    const { createMcpServer } = await import('../../mcp/createMcpServer.ts');
    const server = createMcpServer({ open: account, readOnly: values['read-only'] }, readVersion());
    await server.connect(new StdioServerTransport());
    // The assistant ends it by closing standard input.
    await once(process.stdin, 'end');
    await server.close();
    return {};
  },
  // Standard output belongs to the protocol.
  render: () => [],
});
