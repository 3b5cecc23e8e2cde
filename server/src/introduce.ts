import type { App } from './app.ts';
import { fillLinkTemplate } from './lib/fillLinkTemplate.ts';
import { hasProjects } from './projects/hasProjects.ts';
import { provision } from './provisioning/provision.ts';

const DEMO = {
  name: 'Demo',
  domain: 'go.localhost',
  userEmail: 'owner@fairlead.localhost',
  defaultUrl: 'https://example.com/',
  ios: { teamId: 'ABCDE12345', bundleId: 'com.example.demo', scheme: 'demo', storeId: '123456789' },
  android: { packageName: 'com.example.demo', scheme: 'demo' },
};

/**
 * Says where the service answers and, on the first start of an empty database, makes a demo project
 * and prints what a newcomer needs for a first link in a minute (DECISIONS 3).
 */
export async function introduce(app: App, print: (text: string) => void): Promise<void> {
  const { origin } = app.config.publicUrl;
  if (await hasProjects(app.db)) return print(`\nFairlead answers at ${origin}\n\n`);
  const { sold, catalogue, initial } = app.plans;
  const plan = sold ? (catalogue.at(-1)?.id ?? initial) : initial;
  const demo = await provision(app, { ...DEMO, plan });
  const opened = fillLinkTemplate(app.config.linkUrlTemplate, DEMO.domain, 'hello');
  print(`
Fairlead answers at ${origin}

  Dashboard    ${origin}/
  E-mail       ${demo.userEmail}
  Password     ${demo.userPassword}   (shown this once)

  Demo project
  App key      ${demo.appKey}   (shown this once)
  Link domain  ${demo.domain}

Create a link:

  curl -s ${origin}/v1/sdk/links -H 'X-App-Key: ${demo.appKey}' -H 'Content-Type: application/json' -d '{"type":"unified","slug":"hello","fallbackUrl":"https://example.com/hello","iosUrl":"https://apps.apple.com/app/id123456789","androidUrl":"https://play.google.com/store/apps/details?id=com.example.demo"}'

Open it:

  curl -si ${opened}

Resolve it, as the app does:

  curl -s '${origin}/v1/sdk/resolve?url=${encodeURIComponent(opened)}'

`);
}
