import { pathToFileURL } from 'node:url';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import type { Plugin } from 'vite';

const DECLARATIONS = /\/contract\/src\/operations\/.+\.ts$/;

/**
 * Gives the browser of an operation only what a call needs: where it is and who may call it. The schemas
 * are the server's to check and the compiler's to know; with TypeBox they would be a tenth of the shell.
 */
export function declarationsOnly(): Plugin {
  return {
    name: 'declarations-only',
    enforce: 'pre',
    async load(file) {
      if (!DECLARATIONS.test(file)) return undefined;
      const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      return Object.entries(module)
        .filter(([, value]) => typeof value !== 'function')
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(callable(value))};`)
        .join('\n');
    },
  };
}

/** An operation's call; any other value, such as a schema that a form checks by, as it is. */
function callable(value: unknown): unknown {
  if (!isOperation(value)) return value;
  const { id, method, path, api, auth } = value;
  return { id, method, path, api, auth };
}

function isOperation(value: unknown): value is OperationDeclaration {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
