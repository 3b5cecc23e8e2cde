import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onceInRun } from '../../../server/test/support/run/onceInRun.ts';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/fairlead-swift');
const PACKAGES = { 'tree-sitter': '0.22.4', 'tree-sitter-swift': '0.7.1' };

/** A node of a file's syntax, as far as it is used. */
export interface SwiftNode {
  readonly type: string;
  readonly text: string;
  readonly hasError: boolean;
  readonly children: readonly SwiftNode[];
  childForFieldName(name: string): SwiftNode | null;
  descendantsOfType(type: string): SwiftNode[];
}

type ParseSwift = (source: string) => SwiftNode;

/**
 * A parser of Swift, which knows its grammar and neither types nor frameworks. npm's is fetched once. Undefined where npm
 * cannot be reached; with CI=true that is an error.
 */
export async function openSwiftParser(): Promise<ParseSwift | undefined> {
  const folder = join(CACHE, Object.values(PACKAGES).join('-'));
  try {
    if (!existsSync(join(folder, 'node_modules'))) {
      mkdirSync(folder, { recursive: true });
      const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
      const options = ['--no-save', '--no-audit', '--no-fund', '--no-package-lock'];
      // The parsers come built; what would be run is a download.
      const words = ['install', '--prefix', folder, '--ignore-scripts', ...options, ...names];
      await onceInRun('swift', async () => void (await run('npm', words, { cwd: folder })));
    }
  } catch (fault) {
    if (process.env['CI'] === 'true') throw fault;
    return undefined;
  }
  const load = createRequire(join(folder, 'index.js'));
  const Parser = load('tree-sitter') as new () => {
    setLanguage(language: unknown): void;
    parse(source: string): { readonly rootNode: SwiftNode };
  };
  const parser = new Parser();
  parser.setLanguage(load('tree-sitter-swift'));
  return (source) => parser.parse(source).rootNode;
}

/** Where an app with scenes gets its links: at its start, and two while it runs. */
export const SCENE_CALLBACKS = [
  'scene(_:willConnectTo:options:)',
  'scene(_:continue:)',
  'scene(_:openURLContexts:)',
] as const;

interface SwiftFunction {
  /** As Swift's documentation writes it: `scene(_:continue:)`. */
  readonly signature: string;
  readonly body: string;
}

/** The functions of a class; none if there is no such class. */
export function functionsOf(file: SwiftNode, className: string): SwiftFunction[] {
  const found = file
    .descendantsOfType('class_declaration')
    .find((each) => each.childForFieldName('name')?.text === className);
  return (found?.descendantsOfType('function_declaration') ?? []).map((each) => {
    const labels = each.children
      .filter(({ type }) => type === 'parameter')
      .map((given) => given.childForFieldName('external_name') ?? given.childForFieldName('name'))
      .map((label) => `${label?.text}:`);
    return {
      signature: `${each.childForFieldName('name')?.text}(${labels.join('')})`,
      body: each.childForFieldName('body')?.text ?? '',
    };
  });
}
