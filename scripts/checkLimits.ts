import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS, limitText } from '@fairlead/contract/limits';

/**
 * Holds texts to `LIMITS`: pages give a limit as a link with its name, `[10,000](contract/numbers.md "bulkRows")`, and sources
 * by `limitText`. Fails where one of them types the number beside its noun, where a link shows another number, and where
 * docs/contract/numbers.md leaves one out. `--write` corrects the numbers that links show.
 */
const ROOT = join(import.meta.dirname, '..');
const NUMBERS = 'docs/contract/numbers.md';
const FILES =
  /^(?:README\.md|docs\/(?!adr\/).*\.md|(?:sdk|cli)\/\w+\.md|(?:contract|sdk|cli|imports|dashboard)\/src\/.*\.tsx?)$/;
const OWN = new Set(['contract/src/limits.ts', 'sdk/src/contract.ts']);
const LINK = /\[([^\]]+)\]\([^)\s]*numbers\.md "(\w+)"\)/g;

type Limit = keyof typeof LIMITS;

/** What follows the number where it is this limit, within three words, and what its line is about. */
const NOUNS: Readonly<Record<Limit, readonly [noun: string, subject?: string]>> = {
  slugLength: ['characters', 'slug'],
  rulesPerLink: ['rules'],
  variantsPerLink: ['variants'],
  ruleNameLength: ['characters', 'rules?|variants?'],
  placementsPerLink: ['placements'],
  placementNameLength: ['characters', 'placements?'],
  dryRunDays: ['days', 'dry run'],
  dryRuns: ['dry runs'],
  linkViews: ['views'],
  hourlyDays: ['days', 'hours?'],
  eventSources: ['event sources|sources'],
  eventDeletions: ['deletions'],
  dailyAppEvents: ['events', 'daily|a day'],
  sourceSecretLength: ['characters', 'secret'],
  annotations: ['notes', 'days?|project'],
  annotationLength: ['characters', 'notes?'],
  numberShares: ['pages', 'numbers|shared'],
  fewestShared: ['clicks', 'shared|left out'],
  linkTemplates: ['templates'],
  utmValues: ['values', 'utm'],
  utmValueLength: ['characters', 'utm'],
  destinationReads: ['pages', 'destination'],
  valuesPerCondition: ['values', 'conditions?'],
  tagsPerLink: ['tags|of 1'],
  tagLength: ['characters', 'tags?'],
  nameLength: ['characters', 'names?'],
  externalIdLength: ['characters', 'externalId'],
  idempotencyKeyLength: ['characters', 'Idempotency'],
  resolveUrlMinLength: ['characters', 'url'],
  destinationLength: ['characters'],
  freeFormBytes: ['(?:each )?as JSON|of JSON'],
  freeFormDepth: ['levels'],
  bodyBytes: ['', 'body|bodies|row|call'],
  bodyProperties: ['properties'],
  bodyDepth: ['levels'],
  bulkBytes: ['', 'body|bodies|bulk|call|request'],
  bulkRows: ['rows|links', 'call|bulk|up to'],
  bulkCalls: ['calls'],
  changeStep: ['links', 'step|call'],
  changeTotal: ['links|rows', 'change|match|up to'],
  changeExamples: ['links', 'preview'],
  linkChanges: ['changes', 'history|link'],
  commentsPerLink: ['comments'],
  commentLength: ['characters', 'comments?'],
  foldersPerProject: ['folders', 'project'],
  folderEditors: ['editors', 'folder'],
  trashDays: ['days', 'restore|deleted (?:links|in)|here for'],
  pageSize: ['entries|links', 'page'],
  idsPerCall: ['ids|links', 'call'],
  searchLength: ['characters', 'search'],
  invitationDays: ['days', 'invit'],
  passkeysPerAccount: ['passkeys'],
  testCodeHours: ['hours', 'test code'],
  sdkEventsPerCall: ['events', 'app|call'],
  eventsPerCall: ['events', 'server|call'],
  eventsBytes: ['', 'events'],
  eventsProperties: ['properties'],
  eventIdLength: ['characters', 'eventId'],
  eventNameLength: ['characters', 'events?'],
  itemsPerEvent: ['items|objects', 'items'],
  eventPropertiesBytes: ['as JSON|of JSON'],
  eventAmount: ['', 'amount|minor units'],
  eventQuantity: ['', 'quantity'],
  eventNames: ['names'],
  eventGroups: ['groups'],
  costsPerCall: ['costs|days of', 'call|cost'],
  costsListed: ['costs|rows', 'list|costs|rows'],
  costCampaignLength: ['characters', 'cost'],
  funnelSteps: ['steps'],
  funnelHours: ['hours'],
  reengagementDays: ['days', 're-engagement'],
  passthroughKeyLength: ['characters', 'key|passthrough'],
  passthroughCount: ['in URL order|parameters', 'check|passthrough'],
  passthroughValueLength: ['characters', 'value'],
  passthroughTotalBytes: ['of UTF-8|in all'],
  headBytes: ['headers?'],
  installationIdLength: ['characters', 'installation'],
  installationsCounted: ['installations'],
  telemetryLength: ['characters', 'telemetry|clickId'],
  appBuildLength: ['visible|characters', 'build'],
  routeLength: ['characters', 'route|pattern'],
  routesPerBuild: ['routes|patterns'],
  routeSegments: ['segments', 'pattern'],
  routeGlobstars: ['of them', 'pattern'],
  publishedBuilds: ['builds', 'publish|keeps'],
  reachDays: ['days', 'phones?|seen'],
  installationTokenDays: ['days', 'token'],
  installationTokenRefreshDays: ['days|left|to', 'token'],
  exportRows: ['links|rows', 'export|at most'],
  exportClicks: ['clicks|rows', 'export|at most|file'],
  exportLinkDays: ['days', 'export|download|signed URL'],
  exportDays: ['days', 'export'],
  qrMinSize: ['pixels|to', 'QR'],
  qrSize: ['pixels', 'QR'],
  qrMargin: ['squares', 'QR|margin'],
  qrCodesPerZip: ['codes|links', 'QR|ZIP'],
  imageBytes: ['', 'images?|upload'],
  imageMegapixels: ['megapixels'],
  imageDecodedBytes: ['decoded'],
  imagesAtOnce: ['images'],
  linkImages: ['images', 'project'],
  linkImageBytes: ['', 'previews|JPEG'],
  brandLogoBytes: ['', 'logo'],
  brandIconBytes: ['', 'icon'],
  brandUrlLength: ['characters', 'imprint|privacy'],
  mailSenderLength: ['characters', 'sender'],
  mailWordsLength: ['characters', 'opening|closing|words'],
};
const limits = Object.keys(LIMITS) as Limit[];

const shown = new Set<string>();
const findings = listFiles().flatMap((file) => checkLinks(file).concat(findTyped(file)));
for (const name of limits) {
  if (!shown.has(name)) findings.push(`${NUMBERS}: ${name} is missing`);
}
for (const finding of findings) process.stderr.write(`${finding}\n`);
process.stdout.write(`${limits.length} limits, ${findings.length} texts that type one\n`);
process.exitCode = findings.length === 0 ? 0 : 1;

function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' });
  return output.split('\n').filter((file) => FILES.test(file) && !OWN.has(file));
}

function checkLinks(file: string): string[] {
  if (!file.endsWith('.md')) return [];
  const text = read(file);
  const wrong: string[] = [];
  const right = text.replaceAll(LINK, (link: string, number: string, name: string) => {
    if (!(name in LIMITS)) return (wrong.push(`${file}: there is no limit ${name}`), link);
    if (file === NUMBERS) shown.add(name);
    if (number === limitText(name as Limit)) return link;
    wrong.push(`${file}: ${name} is ${limitText(name as Limit)}, not ${number}`);
    return link.replace(number, limitText(name as Limit));
  });
  if (!process.argv.includes('--write') || right === text) return wrong;
  writeFileSync(join(ROOT, file), right);
  return [];
}

function findTyped(file: string): string[] {
  const lines = read(file).replaceAll(LINK, 'N').split('\n');
  return lines.flatMap((line, index) =>
    limits
      .filter((name) => isTyped(name, line))
      .map((name) => `${file}:${index + 1}: types ${name}: ${line.trim()}`),
  );
}

function isTyped(name: Limit, line: string): boolean {
  const [noun, subject = ''] = NOUNS[name];
  const numbers = [limitText(name), String(LIMITS[name])];
  if (LIMITS[name] >= 1000) numbers.push(limitText(name).replace(',', '_'));
  const typed = `(?<![\\w,.-])(?:${numbers.join('|')}) (?:\\S+ ){0,2}(?:${noun})`;
  return new RegExp(subject, 'i').test(line) && new RegExp(typed).test(line);
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
