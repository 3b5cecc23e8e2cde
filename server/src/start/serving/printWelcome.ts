import { ensureAdmin } from '#teams/accounts/users/ensureAdmin.ts';
import type { App } from '#faces/App.ts';
import { insertAppKey } from '#teams/appKeys/insertAppKey.ts';
import { type Credentials, type Demo, renderBanner } from './banner.ts';
import { inspectConfig } from '#platform/config/inspectConfig.ts';
import { fillLinkTemplate } from '#platform/lib/web/fillLinkTemplate.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { hasProjects } from '#teams/projects/hasProjects.ts';
import { provision } from '#teams/provisioning/provision.ts';
import { VERSION } from '#platform/config/version.ts';

const DEMO = {
  name: 'Demo',
  domain: 'go.localhost',
  userEmail: 'owner@fairlead.localhost',
  defaultUrl: 'https://example.com/',
  ios: { teamId: 'ABCDE12345', bundleId: 'com.example.demo', scheme: 'demo', storeId: '123456789' },
  android: { packageName: 'com.example.demo', scheme: 'demo' },
};

/**
 * Says where the service answers. The first start creates the account of ADMIN_EMAIL or, without it, a
 * demo project, and prints what a new user needs for a first link in a minute (Rule: surfaces 9).
 */
export async function printWelcome(app: App, print: (text: string) => void): Promise<void> {
  const made = await setUp(app);
  print(
    renderBanner({
      version: VERSION,
      origin: app.config.publicUrl.origin,
      findings: inspectConfig(app.config),
      ...made,
    }),
  );
}

interface SetUp {
  readonly account?: Credentials;
  readonly demo?: Demo;
}

async function setUp(app: App): Promise<SetUp> {
  const { adminEmail, roles } = app.config;
  // People sign in where the API is; their first password is in the log of such a node.
  if (!roles.has('api')) return {};
  if (adminEmail !== undefined) {
    const password = await ensureAdmin(app.accounts, adminEmail);
    return password === undefined ? {} : { account: { email: adminEmail, password } };
  }
  if (await hasProjects(app.db)) return {};
  try {
    return await makeDemo(app);
  } catch (error) {
    // Another node of the same first start was faster, and prints it.
    if (error instanceof Problem && error.code === 'CONFLICT') return {};
    throw error;
  }
}

async function makeDemo(app: App): Promise<SetUp> {
  const { sold, catalogue, initial } = app.plans;
  const plan = sold ? (catalogue.at(-1)?.id ?? initial) : initial;
  const made = await provision(app, { ...DEMO, plan });
  const inApps = { name: 'Demo app', class: 'publishable' } as const;
  const { text: publishableKey } = await insertAppKey(app.db, made.project, inApps);
  return {
    account: { email: made.userEmail, password: made.userPassword },
    demo: {
      secretKey: made.appKey,
      publishableKey,
      domain: DEMO.domain,
      opened: fillLinkTemplate(app.config.linkUrlTemplate, DEMO.domain, 'hello'),
    },
  };
}
