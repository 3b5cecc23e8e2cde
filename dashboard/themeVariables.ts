import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SRC = join(import.meta.dirname, 'src');
/** The style sheet of the page without the component library. */
const PAGE = join(SRC, 'signInPage.css');
const SHEETS = [PAGE, join(SRC, 'screens/signIn/form/signInForm.css')];

type Values = Readonly<Record<string, string>>;

/**
 * Gives the sign-in page, which has no component library, the values of the theme's variables that its style sheets use,
 * and serves that page at its address while developing.
 */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    enforce: 'pre',
    async transform(css, file) {
      if (file.split('?', 1)[0] !== PAGE) return undefined;
      return `${await renderVariables()}\n${css}`;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _reply, next) => {
        if (/^\/sign-in(\?|$)/.test(request.url ?? '')) {
          request.url = request.url?.replace('/sign-in', '/sign-in.html');
        }
        next();
      });
    },
  };
}

async function renderVariables(): Promise<string> {
  const { common, light, dark } = await readTheme();
  const sheets = await Promise.all(SHEETS.map((sheet) => readFile(sheet, 'utf8')));
  const used = namesUsed(sheets.join('\n'), [common, light, dark]);
  const rule = (selector: string, values: Values) =>
    `${selector} {${[...used].map((name) => (name in values ? `${name}:${values[name]};` : '')).join('')}}`;
  return [
    rule(':root', common),
    rule(':root', light),
    `@media (prefers-color-scheme: dark) { ${rule(':root', dark)} }`,
    rule(':root[data-mantine-color-scheme="light"]', light),
    rule(':root[data-mantine-color-scheme="dark"]', dark),
  ].join('\n');
}

async function readTheme(): Promise<Record<'common' | 'light' | 'dark', Values>> {
  const { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } =
    await import('@mantine/core');
  const { cssVariables, theme } = await import('./src/theme.ts');
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const [given, own] = [defaultCssVariablesResolver(whole), cssVariables(whole)];
  return {
    common: { ...given.variables, ...own.variables },
    light: { ...given.light, ...own.light },
    dark: { ...given.dark, ...own.dark },
  };
}

/** Also those that others are made of. */
function namesUsed(css: string, themes: readonly Values[]): ReadonlySet<string> {
  const used = new Set<string>();
  const look = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      const values = themes.flatMap((values) => values[name] ?? []);
      if (values.length === 0) throw new Error(`The theme has no variable ${name}`);
      for (const value of values) look(value);
    }
  };
  look(css);
  return used;
}
