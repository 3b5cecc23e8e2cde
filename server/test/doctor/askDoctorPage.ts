import { answerDoctorPage } from '#faces/http/api/domains/examine/answerDoctorPage.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import { useServer } from '../support/useServer.ts';
import { type Internet, openInternet } from './openInternet.ts';

export const HOST = 'go.broken.example';
export const AASA = '/.well-known/apple-app-site-association';
const LINKS = '/.well-known/assetlinks.json';
export const headers = { 'content-type': 'application/json' };
export const PRINT = Array.from({ length: 32 }, () => 'AB').join(':');

export const appleFile = (change: Record<string, unknown> = {}) =>
  JSON.stringify({
    applinks: {
      details: [{ appIDs: ['TEAM123456.com.example.app'], components: [{ '/': '*' }], ...change }],
    },
  });

export const androidFile = (
  change: Record<string, unknown> = {},
  target: Record<string, unknown> = {},
) =>
  JSON.stringify([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.app',
        sha256_cert_fingerprints: [PRINT],
        ...target,
      },
      ...change,
    },
  ]);

/** The page about a domain of somebody else's, on a small internet in which a test breaks something. */
export async function askDoctorPage(
  plant: (internet: Internet) => unknown,
  { domain = HOST, patience = 1 }: { domain?: string; patience?: number } = {},
) {
  const { app } = await useServer();
  await using internet = await openInternet(HOST, { patience });
  internet.site.answers.set(AASA, { headers, body: appleFile() });
  internet.site.answers.set(LINKS, { headers, body: androidFile() });
  internet.elsewhere.copy = { body: appleFile() };
  await plant(internet);
  await internet.open();
  const facts = { address: '198.51.100.7' } as RequestFacts;
  const page = await answerDoctorPage({ ...app, ...internet.outside }, facts, domain);
  const listed = [...page.html.matchAll(/<h3><code>([A-Z_]+)<\/code> \((\w+)\)/g)].map(
    ([, code, severity]) => ({ code, severity }),
  );
  const faults = listed.filter(({ severity }) => severity !== 'info');
  return {
    ...page,
    faults,
    codes: faults.map(({ code }) => code),
    notes: listed.filter(({ severity }) => severity === 'info').map(({ code }) => code),
    called: [...internet.called],
  };
}

export const apple = (answer: object) => (internet: Internet) =>
  void internet.site.answers.set(AASA, { headers, ...answer });
export const android = (answer: object) => (internet: Internet) =>
  void internet.site.answers.set(LINKS, { headers, ...answer });
