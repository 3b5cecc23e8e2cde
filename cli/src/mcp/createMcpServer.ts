import { compileSchema } from '@fairlead/contract/findings';
import { renderMapping } from '@fairlead/imports/renderMapping';
import { SOURCES } from '@fairlead/imports/sources/index';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { TSchema } from '@sinclair/typebox';
import type { Account } from '../account/Account.ts';
import { CommandError } from '../CommandError.ts';
import { LINK_TOOLS } from './linkTools.ts';
import { PROJECT_TOOLS } from './projectTools.ts';
import type { Tool } from './Tool.ts';

const TOOLS: readonly Tool[] = [...LINK_TOOLS, ...PROJECT_TOOLS];

const INSTRUCTIONS =
  'Links of one Fairlead project, with the rights of whoever is signed in. Find a link before you change it; ask before you delete one. ' +
  'A secret key manages links; what says so needs a signed-in member.';

/** A server of the Model Context Protocol over one account; schemas are those of the API. */
export function createMcpServer(account: Account, version: string): Server {
  // McpServer requires another library's schemas; these are already JSON Schema.
  const server = new Server(
    { name: 'fairlead', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(describe) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(account, params.name, params.arguments ?? {}),
  );
  const resources = resourcesOf(account);
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: resources.map(({ uri, name, description, mimeType }) => ({
      uri,
      name,
      description,
      mimeType,
    })),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const found = resources.find(({ uri }) => uri === params.uri);
    if (found === undefined) throw new Error(`There is no resource ${params.uri}`);
    return { contents: [{ uri: found.uri, mimeType: found.mimeType, text: await found.read() }] };
  });
  return server;
}

function describe({ name, title, description, hints, input, output }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...plainSchema(input), type: 'object' as const },
    outputSchema: { ...plainSchema(output), type: 'object' as const },
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive ?? false,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld ?? false,
    },
  };
}

/** Names of schemas, and what only our own messages need, mean nothing to others. */
const OURS = new Set(['$id', 'patternWords', 'exact']);

function plainSchema(schema: TSchema): Record<string, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is an object
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (OURS.has(key) ? undefined : value)),
  ) as Record<string, unknown>;
}

async function callTool(account: Account, name: string, input: unknown): Promise<CallToolResult> {
  const found = TOOLS.find((tool) => tool.name === name);
  if (found === undefined) {
    return refuse(
      `There is no tool ${name}; there is: ${TOOLS.map((tool) => tool.name).join(', ')}`,
    );
  }
  const findings = compileSchema(found.input).findings(input, 'The input');
  if (findings.length > 0) return refuse(findings.map(({ message }) => message).join('\n'));
  try {
    const result = await found.run(account, input);
    return {
      content: [{ type: 'text', text: JSON.stringify(result) }],
      structuredContent: { ...result },
    };
  } catch (error) {
    if (error instanceof CommandError) return refuse(error.message);
    throw error;
  }
}

/** Returned to the model, which can correct it; not a protocol error. */
function refuse(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly read: () => Promise<string>;
}

function resourcesOf(account: Account): readonly Resource[] {
  return [
    {
      uri: 'fairlead://api/openapi.json',
      name: 'API of links and apps',
      description: 'OpenAPI 3.1 of the server that is signed in to.',
      mimeType: 'application/json',
      read: async () => (await account.fetch('/v1/openapi.json', { method: 'GET' })).text(),
    },
    ...Object.values(SOURCES).map((source) => ({
      uri: `fairlead://moving-in/${source.id}`,
      name: `Moving in from ${source.name}`,
      description: 'Field by field, what becomes of a link and what is lost.',
      mimeType: 'text/markdown',
      read: () => Promise.resolve(`# Moving in from ${source.name}\n\n${renderMapping(source)}\n`),
    })),
  ];
}
