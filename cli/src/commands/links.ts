import { writeFile } from 'node:fs/promises';
import { getLinkStats } from '@fairlead/contract/operations/links';
import {
  type BulkLinkRequest,
  createManagedLink,
  deleteLink,
  listLinks,
  type ManagedLink,
  updateLink,
  type UpdateLinkRequest,
} from '@fairlead/contract/operations/linkManagement';
import type { LinkStats } from '@fairlead/contract';
import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { findLink, inProject, LINK } from '../account/findLink.ts';
import type { CommandOptions, ValuesOf } from '../command.ts';
import { memberCommand } from '../command.ts';
import { CommandError } from '../CommandError.ts';
import { confirm } from '../terminal/confirm.ts';
import { drawQr, renderQr } from '../terminal/drawQr.ts';
import { openBrowser } from '../terminal/openBrowser.ts';
import { readArgument, readJsonArgument } from '../terminal/readArgument.ts';
import { renderFields, renderPairs, renderTable } from '../terminal/renderTable.ts';
import type { Terminal } from '../terminal/Terminal.ts';
import type { Style } from '../terminal/Style.ts';

const DESTINATIONS = {
  to: { kind: 'text', value: 'URL', help: 'where visitors go when nothing else applies' },
  ios: { kind: 'text', value: 'URL', help: 'destination on iOS (unified)' },
  android: { kind: 'text', value: 'URL', help: 'destination on Android (unified)' },
  'ios-fallback': { kind: 'text', value: 'URL', help: 'on iOS without the app (dynamic)' },
  'android-fallback': { kind: 'text', value: 'URL', help: 'on Android without the app (dynamic)' },
  name: { kind: 'text', value: 'TEXT', help: 'name of the link' },
  parameters: { kind: 'text', value: 'JSON', help: 'for the app; - for standard input, @FILE' },
  metadata: { kind: 'text', value: 'JSON', help: 'ogTitle, ogDescription, ogImage; -, @FILE' },
} as const satisfies CommandOptions;

/** The fields set by options. */
async function fieldsOf(
  terminal: Terminal,
  values: ValuesOf<typeof DESTINATIONS>,
): Promise<Partial<BulkLinkRequest>> {
  const { parameters, metadata } = values;
  const given = {
    fallbackUrl: values.to,
    iosUrl: values.ios,
    androidUrl: values.android,
    iosFallbackUrl: values['ios-fallback'],
    androidFallbackUrl: values['android-fallback'],
    name: values.name,
    parameters: parameters && (await readJsonArgument(terminal, '--parameters', parameters)),
    metadata: metadata && (await readJsonArgument(terminal, '--metadata', metadata)),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const create = memberCommand({
  name: 'link create',
  summary: 'Make a link; with --external-id, only where there is none yet',
  parameters: ['[URL]'],
  options: {
    slug: { kind: 'text', value: 'SLUG', help: 'path of the short URL; made up when left out' },
    type: { kind: 'text', value: 'TYPE', help: 'unified or dynamic (which opens the app)' },
    domain: { kind: 'text', value: 'HOST', help: 'link domain; the primary one when left out' },
    tag: { kind: 'texts', value: 'TAG', help: 'a tag' },
    expires: { kind: 'text', value: 'TIME', help: 'such as 2027-01-31T00:00:00Z' },
    'external-id': { kind: 'text', value: 'ID', help: 'your own identifier of the link' },
    ...DESTINATIONS,
  },
  async run({ account, terminal }, values, [url]) {
    const me = await account();
    const type = readType(values.type) ?? ((values.ios ?? values.android) ? 'unified' : 'dynamic');
    const body = {
      type,
      ...(await fieldsOf(terminal, { ...values, to: values.to ?? url })),
      ...(values.slug !== undefined && { slug: values.slug }),
      ...(values.domain !== undefined && { domain: values.domain }),
      ...(values.tag.length > 0 && { tags: [...values.tag] }),
      ...(values.expires !== undefined && { expiresAt: values.expires }),
      ...(values['external-id'] !== undefined && { externalId: values['external-id'] }),
    } as const;
    return me.call(createManagedLink, { query: await inProject(me), body });
  },
  render: ({ shortUrl }) => [String(shortUrl)],
});

function readType(type: string | undefined): 'unified' | 'dynamic' | undefined {
  if (type === undefined || type === 'unified' || type === 'dynamic') return type;
  throw new CommandError(2, `--type is unified or dynamic, not "${type}"`);
}

const list = memberCommand({
  name: 'link list',
  summary: 'List links, the newest first',
  options: {
    search: { kind: 'text', value: 'WORD', help: 'in name, slug, external id or a destination' },
    type: { kind: 'text', value: 'TYPE', help: 'unified or dynamic' },
    domain: { kind: 'text', value: 'HOST', help: 'of one link domain' },
    'created-after': { kind: 'text', value: 'DAY', help: 'such as 2026-01-31, inclusive' },
    'created-before': { kind: 'text', value: 'DAY', help: 'exclusive' },
    limit: { kind: 'text', value: 'N', help: 'at most so many links; 50 when left out' },
    all: { kind: 'flag', help: 'every link, page by page' },
  },
  async run({ account, terminal }, values) {
    const me = await account();
    const wanted = values.all ? Number.POSITIVE_INFINITY : readCount(values.limit);
    const type = readType(values.type);
    const filters = {
      ...(await inProject(me)),
      ...(values.search !== undefined && { search: values.search }),
      ...(type !== undefined && { type }),
      ...(values.domain !== undefined && { domain: values.domain }),
      ...(values['created-after'] !== undefined && { createdAfter: values['created-after'] }),
      ...(values['created-before'] !== undefined && { createdBefore: values['created-before'] }),
    } as const;
    const links: ManagedLink[] = [];
    let cursor: string | undefined;
    do {
      const page = await me.call(listLinks, {
        query: {
          ...filters,
          limit: Math.min(PAGE, wanted - links.length),
          ...(cursor !== undefined && { cursor }),
        },
      });
      links.push(...page.links);
      cursor = page.nextCursor;
      if (cursor !== undefined) terminal.status(`${links.length} links …`);
    } while (cursor !== undefined && links.length < wanted);
    terminal.status(undefined);
    return { links, more: cursor !== undefined };
  },
  render(result, style) {
    const { links, more } = result as unknown as { links: ManagedLink[]; more: boolean };
    if (links.length === 0) return ['No link matches. Make one: fairlead link create URL'];
    return [
      ...renderTable(
        ['SHORT URL', 'TYPE', 'NAME', 'DESTINATION'],
        links.map((link) => [link.shortUrl, link.type, link.name, destinationOf(link)]),
        style,
      ),
      ...(more ? ['', 'There are more: use --all, --limit N or --search WORD.'] : []),
    ];
  },
});

const PAGE = 200;

function readCount(text = '50'): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new CommandError(2, `--limit takes a whole number of at least 1, not "${text}"`);
}

function destinationOf(link: ManagedLink): string {
  return DESTINATION_FIELDS.map((field) => link[field]).find((url) => url) ?? '';
}

const show = memberCommand({
  name: 'link show',
  summary: 'Show a link, by its id, slug or short URL',
  parameters: [LINK],
  options: {},
  run: async ({ account }, _, [named = '']) => findLink(await account(), named),
  render: renderLink,
});

function renderLink(result: Readonly<Record<string, unknown>>, style: Style): string[] {
  return renderFields(result, style);
}

const CLEARABLE = [...DESTINATION_FIELDS, 'name', 'parameters', 'metadata'] as const;

const update = memberCommand({
  name: 'link update',
  summary: 'Change what a link leads to; only what is given changes',
  parameters: [LINK],
  options: {
    ...DESTINATIONS,
    clear: { kind: 'texts', value: 'FIELD', help: `empty a field: ${CLEARABLE.join(', ')}` },
    data: { kind: 'text', value: 'JSON', help: 'fields as the API has them; -, @FILE' },
  },
  async run({ account, terminal }, values, [named = '']) {
    const unknown = values.clear.find((field) => !CLEARABLE.some((each) => each === field));
    if (unknown !== undefined) {
      throw new CommandError(2, `--clear ${unknown}: there is ${CLEARABLE.join(', ')}`);
    }
    const data = values.data && (await readJsonArgument(terminal, '--data', values.data));
    const body = {
      ...data,
      ...(await fieldsOf(terminal, values)),
      ...Object.fromEntries(values.clear.map((field) => [field, null])),
    } as UpdateLinkRequest;
    if (Object.keys(body).length === 0) {
      throw new CommandError(2, 'Nothing to change was given. See: fairlead help link update');
    }
    const me = await account();
    const { id } = await findLink(me, named);
    return me.call(updateLink, { params: { id }, body });
  },
  render: renderLink,
});

const remove = memberCommand({
  name: 'link delete',
  summary: 'Delete links; visitors get the 404 page at once',
  parameters: [LINK],
  options: {},
  async run(context, _, [named = '']) {
    const me = await context.account();
    const names = named === '-' ? await readNames(context.terminal) : [named];
    const links: ManagedLink[] = [];
    for (const name of names) links.push(await findLink(me, name));
    const what = links.length === 1 ? links[0]!.shortUrl : `${links.length} links`;
    await confirm(context, `Delete ${what}?`);
    for (const { id } of links) await me.call(deleteLink, { params: { id } });
    return { deleted: links.map(({ id, shortUrl }) => ({ id, shortUrl })) };
  },
  render: ({ deleted }) =>
    (deleted as { shortUrl: string }[]).map(({ shortUrl }) => `Deleted ${shortUrl}`),
});

async function readNames(terminal: Terminal): Promise<string[]> {
  const names = (await readArgument(terminal, '-')).split('\n').map((line) => line.trim());
  return names.filter((name) => name !== '');
}

const open = memberCommand({
  name: 'link open',
  summary: 'Open a link in the browser, which counts as a visit',
  parameters: [LINK],
  options: {},
  async run({ account, env }, _, [named = '']) {
    const { shortUrl } = await findLink(await account(), named);
    return { shortUrl, opened: await openBrowser(shortUrl, env) };
  },
  render: ({ shortUrl, opened }) => [
    opened === true
      ? `Opened ${String(shortUrl)}`
      : `No browser was found; open ${String(shortUrl)}`,
  ],
});

const stats = memberCommand({
  name: 'link stats',
  summary: 'Numbers of a link, exact at once',
  parameters: [LINK],
  options: {
    from: { kind: 'text', value: 'TIME', help: 'such as 2026-01-31T00:00:00Z, inclusive' },
    to: { kind: 'text', value: 'TIME', help: 'exclusive' },
  },
  async run({ account }, { from, to }, [named = '']) {
    const me = await account();
    const { id, shortUrl } = await findLink(me, named);
    const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    return { id, shortUrl, ...(await me.call(getLinkStats, { params: { id }, query })) };
  },
  render(result, style) {
    const { shortUrl, ...numbers } = result as unknown as LinkStats & { shortUrl: string };
    return renderPairs(
      [
        ['Link', shortUrl],
        ['Clicks', numbers.clicks],
        ['Opens', numbers.opens],
        ['Installs', numbers.installs],
        ['Returning users', numbers.returningUsers],
        ['Attributed clicks', numbers.attributedClicks],
        ['Previews', numbers.previews],
        ['Bots', numbers.bots],
        ['Last click', numbers.lastClickedAt],
      ],
      style,
    );
  },
});

const qr = memberCommand({
  name: 'link qr',
  summary: 'Draw the QR code of a link in the terminal, or write it to a file',
  parameters: [LINK],
  options: { out: { kind: 'text', value: 'FILE', help: 'write an SVG image' } },
  async run({ account }, { out }, [named = '']) {
    if (out !== undefined && !/\.svg$/i.test(out)) {
      throw new CommandError(
        2,
        `--out writes SVG: "${out}" needs to end in .svg. As PNG: the short URL with /qr.png behind it`,
      );
    }
    const { shortUrl } = await findLink(await account(), named);
    const url = new URL(shortUrl);
    // It marks visits by QR code.
    url.searchParams.set('_qr', '1');
    const result = { shortUrl, url: url.href, image: `${shortUrl}/qr.svg` };
    if (out === undefined) return result;
    await writeFile(out, renderQr(url.href));
    return { ...result, file: out };
  },
  render: ({ url, image, file }, style) => [
    ...(typeof file === 'string' ? [`Wrote ${file}.`] : []),
    ...drawQr(String(url), style),
    String(url),
    `As an image: ${String(image)}`,
  ],
});

export const LINKS = [create, list, show, update, remove, open, stats, qr];
