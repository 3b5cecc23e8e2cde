import { type AppPlatform, publishBuild } from '@fairlead/contract/operations/builds';
import { inProject } from '../../account/findLink.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { readRoutes, ROUTE_SOURCES } from '../../routes/readRoutes.ts';
import { renderTable } from '../../terminal/renderTable.ts';

const routes = command({
  name: 'app routes',
  summary: "List the routes that an app's own files say, for app publish",
  options: ROUTE_SOURCES,
  async run({ terminal }, values) {
    const found = await readRoutes(terminal, values);
    for (const note of found.notes) terminal.err(`${note}\n`);
    return found;
  },
  render: (found) => JSON.stringify(found.routes, null, 2).split('\n'),
});

const publish = command({
  name: 'app publish',
  summary:
    'Publish what a build can open; status 1, and nothing published, if it drops a route that live links need',
  options: {
    platform: { kind: 'text', value: 'NAME', required: true, help: 'ios or android' },
    build: {
      kind: 'text',
      value: 'BUILD',
      required: true,
      help: "CFBundleVersion or versionCode, as the app's SDK reports it",
    },
    ...ROUTE_SOURCES,
    check: { kind: 'flag', help: 'only compare with the build before; publish nothing' },
    'allow-dropped': { kind: 'flag', help: 'publish although live links are dropped' },
  },
  async run({ account, terminal }, values) {
    const platform = readPlatform(values.platform);
    const found = await readRoutes(terminal, values);
    for (const note of found.notes) terminal.err(`${note}\n`);
    const me = await account();
    const query = await inProject(me);
    const call = (check: boolean) =>
      me.call(publishBuild, {
        params: { platform, build: values.build },
        query,
        body: { routes: [...found.routes], check },
      });
    const allowed = values['allow-dropped'];
    const compared = await call(!allowed || values.check);
    const refused = compared.dropped.count > 0 && !allowed;
    const published = !refused && !values.check;
    const answer = published && !allowed ? await call(false) : compared;
    return { ...answer, published, refused };
  },
  failed: ({ refused }) => refused,
  render({ build: { platform, build, routes: list }, before, dropped, published, refused }, style) {
    const name = `Build ${build} of the ${platform === 'ios' ? 'iOS' : 'Android'} app`;
    const state = published ? 'is published' : refused ? 'is NOT published' : 'is not published';
    const head = `${name} ${state}: ${count(list.length, 'route')}.`;
    if (dropped.count === 0) return [head];
    const hidden = dropped.count - dropped.links.length;
    return [
      style.paint(refused ? 'red' : 'yellow', head),
      '',
      `It no longer opens ${count(dropped.count, 'live link')} that build ${before ?? ''} opens, by these routes:`,
      ...dropped.routes.map(({ route, links }) => `  ${route}  (${count(links, 'link')})`),
      '',
      ...renderTable(
        ['LINK', 'ASKS THE APP FOR'],
        dropped.links.map(({ shortUrl, path }) => [shortUrl, path]),
        style,
      ),
      ...(hidden > 0 ? [`and ${hidden.toLocaleString('en-US')} more`] : []),
      ...(refused
        ? ['', 'Put the routes back, lead the links elsewhere, or publish it with --allow-dropped.']
        : []),
    ];
  },
});

function readPlatform(text: string): AppPlatform {
  if (text === 'ios' || text === 'android') return text;
  throw new CommandError(2, '--platform is ios or android');
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

export const BUILDS = [routes, publish];
