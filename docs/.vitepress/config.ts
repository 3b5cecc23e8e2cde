import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress';
import { createCodeStyles } from './codeStyles.ts';

/** Settings of the site that `docs/build.ts` makes of these pages: https://vitepress.dev/reference/site-config. Its build checks them. */
const DOCS = join(import.meta.dirname, '..');
const SOURCES = 'https://github.com/fairlead/fairlead/blob/main';
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
    sidebar: [
      {
        text: 'Begin',
        items: [page('index'), page('quick-start'), page('deployment'), page('concepts')],
      },
      group('Apps and servers', 'sdk/*.md'),
      { text: 'API', items: [page('api'), page('sdk-clients'), page('dashboard-api')] },
      group('Moving in', '{importing-links,moving-in/*}.md'),
      {
        text: 'Running it',
        items: [
          page('operations'),
          page('scaling'),
          page('capacity'),
          page('upgrading'),
          page('security'),
          page('comparison'),
        ],
      },
      {
        text: 'How it works',
        items: [
          page('live-links'),
          page('visitors'),
          page('attribution'),
          page('analytics-storage'),
          page('glossary'),
        ],
      },
      group('The rules', 'contract/*.md', true),
      group('Working on it', '{architecture,adding-an-operation,testing,style,dashboard}.md', true),
      group('Decisions', 'adr/*.md', true),
    ],
  },
});

function page(name: string): DefaultTheme.SidebarItem {
  return { text: displayNameOf(`${name}.md`), link: `/${name}` };
}

/** Pages of a folder, without having to be listed; its README first. */
function group(text: string, pattern: string, collapsed = false): DefaultTheme.SidebarItem {
  const files = globSync(pattern, { cwd: DOCS }).toSorted((a, b) =>
    orderOf(a).localeCompare(orderOf(b)),
  );
  const items = files.map((file) => ({ text: displayNameOf(file), link: linkOf(file) }));
  return { text, items, ...(collapsed && { collapsed }) };
}

function orderOf(file: string): string {
  return file.endsWith('README.md') ? '' : file;
}

function linkOf(file: string): string {
  return `/${file.replace(/(README)?\.md$/, '')}`;
}

function displayNameOf(file: string): string {
  const text = readFileSync(join(DOCS, file), 'utf8');
  return /^# (.+)$/m.exec(text)?.[1] ?? file;
}

/**
 * Pages are written to be read in the sources too. What they link to outside this folder is there; the documents of the API
 * are pages of the server itself.
 */
function adaptMarkdown(markdown: Markdown): void {
  const renderLink = markdown.renderer.rules.link_open;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token === undefined) return '';
    const outside = outsideOf(String(token.attrGet('href')), (env as { path: string }).path);
    if (outside === undefined) {
      return (
        renderLink?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
      );
    }
    token.attrSet('href', outside);
    // Elsewhere than in this site, so its router is not to follow.
    token.attrSet('target', outside.startsWith('/') ? '_self' : '_blank');
    token.attrSet('rel', 'noreferrer');
    return self.renderToken(tokens, index, options);
  };
}

const PAGES_OF_THE_SERVER: Readonly<Record<string, string>> = {
  '../contract/openapi.json': '/docs',
  '../contract/openapi.dashboard.json': '/docs/dashboard',
};

/** Where a link leads that leaves this folder; undefined for every other. */
function outsideOf(href: string, file: string): string | undefined {
  if (/^(?:[a-z]+:|\/|#)/i.test(href)) return undefined;
  const folder = posix.relative(DOCS, dirname(file));
  const target = posix.join(folder, href);
  if (target.startsWith('screens/')) return `${SOURCES}/docs/${target}`;
  if (!target.startsWith('../')) return undefined;
  return PAGES_OF_THE_SERVER[target] ?? `${SOURCES}/${target.slice(3)}`;
}
