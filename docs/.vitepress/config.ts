import { relative } from 'node:path';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { CHAPTERS, displayNameOf, DOCS, outsideOf } from '../contents.ts';
import { createCodeStyles } from './codeStyles.ts';

/** Settings of the site that `docs/build.ts` makes of these pages: https://vitepress.dev/reference/site-config. Its build checks them. */
const codeStyles = createCodeStyles();

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];

// oxlint-disable-next-line import/no-default-export -- VitePress reads its settings from there
export default defineConfig({
  title: 'Fairlead',
  description: 'Self-hosted mobile deep links and attribution',
  lang: 'en',
  base: '/docs/',
  outDir: './dist',
  cacheDir: './.vitepress/cache',
  srcExclude: ['dist/**', 'screens/**'],
  // Folders have a README.md for those who read the sources.
  rewrites: { ':folder/README.md': ':folder/index.md' },
  lastUpdated: false,
  metaChunk: true,
  // The policy of the pages allows no style in attributes.
  markdown: { config: adaptMarkdown, codeTransformers: [codeStyles.transformer] },
  head: [
    // The dashboard's, which is beside these pages.
    ['link', { rel: 'icon', href: '/fairlead.svg' }],
    ['link', { rel: 'stylesheet', href: `/docs/${codeStyles.file}` }],
  ],
  // Vue writes some of its own into the pages; its script sets them again.
  transformHtml: (html) => html.replaceAll(/(<[a-z][^<>]*?)\sstyle="[^"]*"/g, '$1'),
  contentProps: { class: 'page-content' },
  buildEnd: ({ outDir }) => codeStyles.write(outDir),
  vite: { build: { chunkSizeWarningLimit: 2_000 }, logLevel: 'warn' },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Deployment', link: '/deployment' },
      { text: 'API', link: '/api' },
    ],
    sidebar: CHAPTERS.map(({ files, ...chapter }) => ({
      ...chapter,
      items: files.map((file) => ({
        text: displayNameOf(file),
        link: `/${file.replace(/(README)?\.md$/, '')}`,
      })),
    })),
  },
});

function adaptMarkdown(markdown: Markdown): void {
  const renderLink = markdown.renderer.rules.link_open;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token === undefined) return '';
    const file = relative(DOCS, (env as { path: string }).path);
    const outside = outsideOf(String(token.attrGet('href')), file);
    if (outside === undefined) {
      return (
        renderLink?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
      );
    }
    if (outside === null) {
      const close = tokens.slice(index).find(({ type }) => type === 'link_close');
      token.attrs = null;
      token.tag = 'span';
      if (close) close.tag = 'span';
      return self.renderToken(tokens, index, options);
    }
    token.attrSet('href', outside);
    // Elsewhere than in this site, so its router is not to follow.
    token.attrSet('target', outside.startsWith('/') ? '_self' : '_blank');
    token.attrSet('rel', 'noreferrer');
    return self.renderToken(tokens, index, options);
  };
}
