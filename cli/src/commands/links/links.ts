import { writeFile } from 'node:fs/promises';
import { getLinkStats } from '@fairlead/contract/operations/links';
import {
  createManagedLink,
  deleteLink,
  listLinks,
  type ManagedLink,
  updateLink,
  type UpdateLinkRequest,
} from '@fairlead/contract/operations/linkManagement';
import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import { findLink, inProject, LINK } from '../../account/findLink.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { definedFields } from '../../definedFields.ts';
import { confirm } from '../../terminal/confirm.ts';
import { drawQr, renderQr } from '../../terminal/drawQr.ts';
import { openBrowser } from '../../terminal/openBrowser.ts';
import { readArgument, readJsonArgument } from '../../terminal/readArgument.ts';
import { renderFields, renderPairs, renderTable } from '../../terminal/renderTable.ts';
import type { Terminal } from '../../terminal/Terminal.ts';
import { FIELDS, fieldsOf } from './linkFields.ts';

const create = command({
  name: 'link create',
  summary: 'Create a link; with --external-id, only if there is none yet',
  parameters: ['[URL]'],
  options: {
    slug: { kind: 'text', value: 'SLUG', help: 'path of the short URL; generated if left out' },
    type: { kind: 'text', value: 'TYPE', help: 'unified or dynamic (which opens the app)' },
    domain: { kind: 'text', value: 'HOST', help: 'link domain; the primary one if left out' },
    tag: { kind: 'texts', value: 'TAG', help: 'a tag' },
    expires: { kind: 'text', value: 'TIME', help: 'such as 2027-01-31T00:00:00Z' },
    'external-id': { kind: 'text', value: 'ID', help: 'your own identifier of the link' },
    ...FIELDS,
  },
  async run({ account, terminal }, values, [url]) {
    const me = await account();
    const type = readType(values.type) ?? ((values.ios ?? values.android) ? 'unified' : 'dynamic');
    const body = {
      type,
      ...(await fieldsOf(terminal, { ...values, to: values.to ?? url })),
      ...definedFields({
        slug: values.slug,
        domain: values.domain,
        tags: values.tag.length > 0 ? [...values.tag] : undefined,
        expiresAt: values.expires,
        externalId: values['external-id'],
      }),
    } as const;
    return me.call(createManagedLink, { query: await inProject(me), body });
  },
  render: ({ shortUrl }) => [shortUrl],
});

function readType(type: string | undefined): 'unified' | 'dynamic' | undefined {
  if (type === undefined || type === 'unified' || type === 'dynamic') return type;
  throw new CommandError(2, `--type is unified or dynamic, not "${type}"`);
}

const list = command({
  name: 'link list',
  summary: 'List links, the newest first',
  options: {
    search: { kind: 'text', value: 'WORD', help: 'in name, slug, external id or a destination' },
    type: { kind: 'text', value: 'TYPE', help: 'unified or dynamic' },
    domain: { kind: 'text', value: 'HOST', help: 'of one link domain' },
    'created-after': { kind: 'text', value: 'DAY', help: 'such as 2026-01-31, inclusive' },
    'created-before': { kind: 'text', value: 'DAY', help: 'exclusive' },
    limit: { kind: 'text', value: 'N', help: 'at most this many links; 50 if left out' },
    all: { kind: 'flag', help: 'every link, page by page' },
  },
  async run({ account, terminal }, values) {
    const me = await account();
    const wanted = values.all ? Number.POSITIVE_INFINITY : readCount(values.limit);
    const filters = {
      ...(await inProject(me)),
      ...definedFields({
        search: values.search,
        type: readType(values.type),
        domain: values.domain,
        createdAfter: values['created-after'],
        createdBefore: values['created-before'],
      }),
    };
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
  render({ links, more }, style) {
    if (links.length === 0) return ['No link matches. Create one: fairlead link create URL'];
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

const show = command({
  name: 'link show',
  summary: 'Show a link, by its id, slug or short URL',
  parameters: [LINK],
  options: {},
  run: async ({ account }, _, [named = '']) => findLink(await account(), named),
  render: renderFields,
});

const CLEARABLE = [
  ...DESTINATION_FIELDS,
  'name',
  'folder',
  'parameters',
  'metadata',
  'rules',
  'variants',
  'placements',
  'expiredUrl',
  'expiresAfterClicks',
] as const;

const update = command({
  name: 'link update',
  summary: 'Change a link; fields that you leave out stay as they are',
  parameters: [LINK],
  options: {
    ...FIELDS,
    clear: { kind: 'texts', value: 'FIELD', help: `empty a field: ${CLEARABLE.join(', ')}` },
    data: { kind: 'text', value: 'JSON', help: 'fields as the API has them; -, @FILE' },
  },
  async run({ account, terminal }, values, [named = '']) {
    const unknown = values.clear.find((field) => !CLEARABLE.some((name) => name === field));
    if (unknown !== undefined) {
      throw new CommandError(2, `--clear ${unknown}: there is ${CLEARABLE.join(', ')}`);
    }
    const data = await readJsonArgument(terminal, '--data', values.data);
    const body = {
      ...data,
      ...(await fieldsOf(terminal, values)),
      ...Object.fromEntries(values.clear.map((field) => [field, null])),
    } as UpdateLinkRequest;
    if (Object.keys(body).length === 0) {
      throw new CommandError(2, 'Nothing to change. See: fairlead help link update');
    }
    const me = await account();
    const { id } = await findLink(me, named);
    return me.call(updateLink, { params: { id }, body });
  },
  render: renderFields,
});

const remove = command({
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
  render: ({ deleted }) => deleted.map(({ shortUrl }) => `Deleted ${shortUrl}`),
});

async function readNames(terminal: Terminal): Promise<string[]> {
  const names = (await readArgument(terminal, '-')).split('\n').map((line) => line.trim());
  return names.filter((name) => name !== '');
}

const open = command({
  name: 'link open',
  summary: 'Open a link in the browser, which counts as a visit',
  parameters: [LINK],
  options: {},
  async run({ account, env }, _, [named = '']) {
    const { shortUrl } = await findLink(await account(), named);
    return { shortUrl, opened: await openBrowser(shortUrl, env) };
  },
  render: ({ shortUrl, opened }) => [
    opened ? `Opened ${shortUrl}` : `No browser was found; open ${shortUrl}`,
  ],
});

const stats = command({
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
    const query = definedFields({ from, to });
    return { id, shortUrl, ...(await me.call(getLinkStats, { params: { id }, query })) };
  },
  render: (stats, style) =>
    renderPairs(
      [
        ['Link', stats.shortUrl],
        ['Clicks', stats.clicks],
        ['Opens', stats.opens],
        ['Installs', stats.installs],
        ['Returning users', stats.returningUsers],
        ['Attributed clicks', stats.attributedClicks],
        ['Previews', stats.previews],
        ['Bots', stats.bots],
        ['Last click', stats.lastClickedAt],
      ],
      style,
    ),
});

const qr = command({
  name: 'link qr',
  summary: 'Show the QR code of a link in the terminal, or write it to a file',
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
    if (out !== undefined) await writeFile(out, renderQr(url.href));
    return { shortUrl, url: url.href, image: `${shortUrl}/qr.svg`, file: out };
  },
  render: ({ url, image, file }, style) => [
    ...(file === undefined ? [] : [`Wrote ${file}.`]),
    ...drawQr(url, style),
    url,
    `As an image: ${image}`,
  ],
});

export const LINKS = [create, list, show, update, remove, open, stats, qr];
