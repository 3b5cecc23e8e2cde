import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

const MANTINE_CLASS = /\bm_[0-9a-f]{6,8}\b/g;

/**
 * Takes the rules of components that no script of the build names out of the style sheets. Mantine ships
 * one sheet for all its components, of which the dashboard uses half; its class names are unique words.
 */
export function dropUnusedStyles(): Plugin {
  return {
    name: 'drop-unused-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const used = new Set(
        files.flatMap((file) =>
          file.type === 'chunk' ? (file.code.match(MANTINE_CLASS) ?? []) : [],
        ),
      );
      for (const file of files) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = keepUsed(file.source, used);
      }
    },
  };
}

function keepUsed(css: string | Uint8Array, used: ReadonlySet<string>): string {
  const { code } = transform({
    filename: 'dashboard.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Selector(selector) {
        const dead = selector.some(
          (part) =>
            part.type === 'class' && /^m_[0-9a-f]+$/.test(part.name) && !used.has(part.name),
        );
        return dead ? [] : undefined;
      },
    },
  });
  return code.toString();
}
