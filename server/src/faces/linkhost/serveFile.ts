import type { Project } from '#teams/projects/Project.ts';
import { answerFile } from './answer.ts';
import type { Exchange } from './LinkHostContext.ts';
import { associationFilesOf, NO_ASSOCIATION } from '#teams/domains/associationFiles.ts';

type FileName = 'apple' | 'android' | 'robots' | 'icon';

const FILES: ReadonlyMap<string, FileName> = new Map([
  ['/.well-known/apple-app-site-association', 'apple'],
  ['/apple-app-site-association', 'apple'],
  ['/.well-known/assetlinks.json', 'android'],
  ['/robots.txt', 'robots'],
  ['/favicon.ico', 'icon'],
]);

/** Social crawlers obey it too, and must be able to reach every link to render its preview. */
const ROBOTS = 'User-agent: *\nAllow: /\n';
const JSON_FILE = { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' };

/** The host's file that a path names, if any. */
export function fileOfPath(path: string): FileName | undefined {
  return FILES.get(path);
}

/** Answers with a file of the host; association files are those of the project, or empty if there is none. */
export function serveFile(exchange: Exchange, file: FileName, project: Project | null): void {
  const association = project === null ? NO_ASSOCIATION : associationFilesOf(project);
  switch (file) {
    case 'apple':
    case 'android':
      return answerFile(exchange, 200, association[file], JSON_FILE);
    case 'robots':
      return answerFile(exchange, 200, ROBOTS, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=86400',
      });
    case 'icon':
      return answerFile(exchange, 204, '', { 'cache-control': 'public, max-age=86400' });
    default:
      return file satisfies never;
  }
}
