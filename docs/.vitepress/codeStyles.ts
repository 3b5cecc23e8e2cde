import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MarkdownOptions } from 'vitepress';

type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number];

/**
 * Colours of code come in `style` attributes, which a strict policy forbids. They become classes, and their rules a file beside
 * the pages, with what else the theme would say in an attribute.
 */
export function createCodeStyles() {
  const classes = new Map<string, string>();
  const transformer: Transformer = {
    name: 'fairlead-code-styles',
    root(root) {
      visit(root as Node);
    },
  };

  function visit(node: Node): void {
    const { properties, children = [] } = node;
    if (typeof properties?.['style'] === 'string') {
      const name = nameOf(properties['style']);
      delete properties['style'];
      const before = [properties['class'] ?? []].flat().map(String);
      properties['class'] = [...before, name].join(' ');
    }
    for (const child of children) visit(child);
  }

  function nameOf(style: string): string {
    const known = classes.get(style);
    if (known !== undefined) return known;
    const name = `c${classes.size}`;
    classes.set(style, name);
    return name;
  }

  return {
    transformer,
    file: 'code.css',
    async write(folder: string): Promise<void> {
      const rules = [...classes].map(([style, name]) => `.shiki .${name},.shiki.${name}{${style}}`);
      await writeFile(
        join(folder, 'code.css'),
        `.page-content{position:relative}\n${rules.join('\n')}\n`,
      );
    },
  };
}

interface Node {
  readonly properties?: Record<string, unknown>;
  readonly children?: readonly Node[];
}
