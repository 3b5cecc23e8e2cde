import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What the guides are made of, for the site that `build.ts` makes of them and for the plain pages of `plain.ts`. */
export const DOCS = import.meta.dirname;

const { repository } = JSON.parse(
  readFileSync(join(DOCS, '../release/published.json'), 'utf8'),
) as { repository: string | null };

interface Chapter {
  readonly text: string;
  /** Paths below this folder. */
  readonly files: readonly string[];
  readonly collapsed?: true;
}

export const CHAPTERS: readonly Chapter[] = [
  {
    text: 'Begin',
    files: ['index.md', 'quick-start.md', 'deployment.md', 'concepts.md', 'rules.md'],
  },
  { text: 'Apps and servers', files: find('sdk/*.md') },
  {
    text: 'API',
    files: ['api.md', 'events.md', 'event-sources.md', 'command-line.md', 'sdk-clients.md'],
  },
  { text: 'Moving in', files: find('moving-in/*.md') },
  {
    text: 'Running it',
    files: [
      'operations.md',
      'scaling.md',
      'doctor.md',
      'upgrading.md',
      'security.md',
      'comparison.md',
    ],
  },
  {
    text: 'How it works',
    files: [
      'live-links.md',
      'attribution.md',
      'experiments.md',
      'analytics-storage.md',
      'look-ups.md',
    ],
  },
  { text: 'The rules', files: find('contract/*.md'), collapsed: true },
  {
    text: 'Working on it',
    files: find('{architecture,adding-an-operation,testing,style,dashboard}.md'),
    collapsed: true,
  },
  { text: 'Decisions', files: find('adr/*.md'), collapsed: true },
];

/** Pages of a folder, without having to be listed; its README first. */
function find(pattern: string): string[] {
  return globSync(pattern, { cwd: DOCS }).toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
}

function orderOf(file: string): string {
  return file.endsWith('README.md') ? '' : file;
}

export function displayNameOf(file: string): string {
  const text = readFileSync(join(DOCS, file), 'utf8');
  return /^# (.+)$/m.exec(text)?.[1] ?? file;
}

const PAGES_OF_THE_SERVER: Readonly<Record<string, string>> = {
  '../contract/openapi.json': '/docs',
};

/**
 * Where a link leads that leaves this folder: pages are written to be read in the sources too. Undefined for every other link,
 * null where the sources have no address yet, so that nothing is to be linked.
 */
export function outsideOf(href: string, file: string): string | null | undefined {
  if (/^(?:[a-z]+:|\/|#)/i.test(href)) return undefined;
  const target = posix.join(posix.dirname(file), href);
  const outside = target.startsWith('screens/') ? `docs/${target}` : target.slice('../'.length);
  if (!target.startsWith('screens/') && !target.startsWith('../')) return undefined;
  return PAGES_OF_THE_SERVER[target] ?? (repository && `${repository}/blob/main/${outside}`);
}
