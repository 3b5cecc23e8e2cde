import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { Marked } from 'marked';
import { CHAPTERS, displayNameOf, DOCS, outsideOf } from './contents.ts';

/**
 * Makes plain pages of these guides where `build.ts` has made no site of them: `npm start` calls it, since it takes less than a second
 * and needs no package of its own. They have no search and no colours. `--into FOLDER` says where, in place of `docs/dist`.
 */
const { values } = parseArgs({ options: { into: { type: 'string' } } });
const into = values.into ?? join(DOCS, 'dist');
if (!existsSync(join(into, '.inputs'))) writePages();

function writePages(): void {
  rmSync(into, { recursive: true, force: true });
  const files = globSync('**/*.md', {
    cwd: DOCS,
    exclude: (name) => ['dist', 'node_modules', 'screens'].includes(name),
  });
  for (const file of files) {
    const page = join(into, pageOf(file));
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(page, renderPage(file));
  }
  cpSync(join(DOCS, 'pictures'), join(into, 'pictures'), { recursive: true });
  cpSync(join(DOCS, 'plain.css'), join(into, 'plain.css'));
}

/** Where the page of a file is below `/docs/`, as VitePress has it. */
function pageOf(file: string): string {
  return file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
}

function renderPage(file: string): string {
  const marked = new Marked({
    renderer: {
      link: (href, title, text) => {
        const outside = outsideOf(href, file);
        if (outside === null) return text;
        const target = outside ?? pageLink(href);
        return `<a href="${escape(target)}"${title ? ` title="${escape(title)}"` : ''}>${text}</a>`;
      },
      heading: (text, level, raw) => `<h${level} id="${slugOf(raw)}">${text}</h${level}>\n`,
      table: (head, body) =>
        `<div class="wide" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`,
    },
  });
  const main = marked.parse(readFileSync(join(DOCS, file), 'utf8')) as string;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(displayNameOf(file))} · Fairlead</title><link rel="icon" href="/fairlead.svg"><link rel="stylesheet" href="/docs/plain.css"></head>
<body>
<nav aria-label="Guides">${renderContents(file)}</nav>
<main>
${main}<footer>These are the plain pages of a checkout: <code>npm run build</code> makes them with a search.</footer>
</main>
</body>
</html>
`;
}

function renderContents(current: string): string {
  return CHAPTERS.map(({ text, files }) => {
    const items = files.map((file) => {
      const here = file === current ? ' aria-current="page"' : '';
      return `<li><a href="/docs/${pageOf(file)}"${here}>${escape(displayNameOf(file))}</a></li>`;
    });
    const open = files.includes(current) ? ' open' : '';
    return `<details${open}><summary>${escape(text)}</summary><ul>${items.join('')}</ul></details>`;
  }).join('\n');
}

/** To the page of another file of this folder, from wherever this one is. */
function pageLink(href: string): string {
  const [path = '', ...anchor] = href.split('#');
  if (/^[a-z]+:/i.test(href) || !path.endsWith('.md')) return href;
  return [posix.join(posix.dirname(path), pageOf(posix.basename(path))), ...anchor].join('#');
}

/** As VitePress names a heading, which links within the guides say. */
function slugOf(heading: string): string {
  return heading
    .replaceAll(/[`*]/g, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
