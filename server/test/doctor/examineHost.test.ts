import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { associationFilesOf } from '#teams/domains/associationFiles.ts';
import { examineHost } from '#links/doctor/examinations/examineHost.ts';
import { type Symptom, SYMPTOMS } from '#links/doctor/examinations/symptoms.ts';
import type { Subject } from '#links/doctor/Subject.ts';
import type { Project } from '#teams/projects/Project.ts';
import { findProject } from '#teams/projects/findProject.ts';
import { certify } from '../support/outside/certify.ts';
import { newPhoneProject } from '../linkhost/phoneProject.ts';
import { DOCTOR_PAGE, renderDoctorPage } from './writeDoctorPage.ts';
import { ADDRESS, type Internet, openInternet, OTHER_ADDRESS } from './openInternet.ts';

const DAY = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);
const AASA = '/.well-known/apple-app-site-association';
const LINKS = '/.well-known/assetlinks.json';
const JSON_TYPE = { 'content-type': 'application/json' };
const TEAM = 'TEAM123456.com.example.books';

interface Case {
  readonly internet: Internet;
  readonly host: string;
  /** As the settings are; a mistake may be in them. */
  subject: Subject;
}

let shared: ReturnType<typeof build> | undefined;
const stage = () => (shared ??= build());

async function build() {
  const { host, server, project } = await newPhoneProject();
  const stored = await findProject(server.app.db, project.id);
  assert.ok(stored);
  return { host, project: stored };
}

async function examine(plant: (planted: Case) => unknown) {
  const { host, project } = await stage();
  await using internet = await openInternet(host);
  const subject: Subject = {
    host,
    project,
    proof: null,
    launchHost: 'launch.another.example',
    publicHost: 'links.example.com',
  };
  const planted: Case = { internet, host, subject };
  await plant(planted);
  await internet.open();
  const findings = await examineHost(internet.outside, planted.subject);
  const faults = findings.filter(({ severity }) => severity !== 'info');
  return { findings, faults, called: [...internet.called] };
}

function changeProject(planted: Case, change: (project: Project) => Partial<Project>): void {
  const { project } = planted.subject;
  assert.ok(project);
  planted.subject = { ...planted.subject, project: { ...project, ...change(project) } };
}

/** The association file of Apple, with its first rules changed. */
function appleFile(change: Record<string, unknown>): string {
  const detail = { appIDs: [TEAM], components: [{ '/': '*' }], ...change };
  return JSON.stringify({ applinks: { details: [detail] } });
}

function androidFile(change: Record<string, unknown>, target: Record<string, unknown> = {}) {
  return async ({ internet: { site } }: Case) => {
    const { project } = await stage();
    const [statement] = JSON.parse(associationFilesOf(project).android) as [
      { target: Record<string, unknown> },
    ];
    const body = JSON.stringify([
      { ...statement, ...change, target: { ...statement.target, ...target } },
    ]);
    site.answers.set(LINKS, { headers: JSON_TYPE, body });
  };
}

const apple =
  (answer: { status?: number; headers?: Record<string, string>; body?: string }) =>
  ({ internet: { site } }: Case) =>
    void site.answers.set(AASA, { headers: JSON_TYPE, ...answer });
const android =
  (answer: { status?: number; headers?: Record<string, string>; body?: string }) =>
  ({ internet: { site } }: Case) =>
    void site.answers.set(LINKS, { headers: JSON_TYPE, ...answer });

/** Every mistake, planted into a set-up that is right otherwise. */
const MISTAKES: readonly (readonly [Symptom, string, (planted: Case) => unknown])[] = [
  [
    'DOMAIN_UNPROVED',
    'the proof has another value',
    (planted) => {
      const proof = { name: `_fairlead.${planted.host}`, value: 'fairlead-verification=right' };
      planted.subject = { ...planted.subject, proof };
      planted.internet.dns.zone.set(`TXT ${proof.name}`, ['fairlead-verification=wrong']);
    },
  ],
  ['DNS_NOTHING', 'no IP address', ({ internet, host }) => internet.dns.zone.delete(`A ${host}`)],
  [
    'DNS_DANGLING_CNAME',
    'a CNAME to a name without IP addresses',
    ({ internet: { dns }, host }) => {
      dns.zone.delete(`A ${host}`);
      dns.zone.set(`CNAME ${host}`, ['gone.example.com']);
    },
  ],
  ['DNS_FAILS', 'a broken DNSSEC chain', ({ internet, host }) => internet.dns.broken.add(host)],
  [
    'DNS_PRIVATE_ADDRESS',
    'a private IP address beside the right one',
    ({ internet, host }) => internet.dns.zone.set(`A ${host}`, [ADDRESS, '192.168.1.10']),
  ],
  [
    'CAA_FORBIDS',
    'a CAA record that allows no authority',
    ({ internet, host }) => internet.dns.zone.set(`CAA ${host}`, ['issue ;']),
  ],
  [
    'ADDRESS_DEAD',
    'a second IP address that refuses connections',
    ({ internet, host }) => internet.dns.zone.set(`A ${host}`, [ADDRESS, OTHER_ADDRESS]),
  ],
  [
    'OTHER_SERVER',
    'a parking page answers',
    ({ internet: { site } }) => {
      site.all = { headers: { 'x-request-id': 'parked', server: 'parking' }, body: 'For sale' };
    },
  ],
  [
    'HTTPS_CLOSED',
    'port 443 is closed',
    ({ internet, host }) => internet.dns.zone.set(`A ${host}`, [OTHER_ADDRESS]),
  ],
  ['TLS_NOT_SPOKEN', 'port 443 speaks plain HTTP', ({ internet }) => internet.speakNoTls(ADDRESS)],
  [
    'TLS_SELF_SIGNED',
    'a self-signed certificate',
    ({ internet: { site }, host }) => {
      site.certificate = certify({ hosts: [host] });
    },
  ],
  [
    'TLS_UNTRUSTED',
    'the intermediate certificate is not sent',
    ({ internet: { site, root }, host }) => {
      const between = certify({ authority: 'Intermediate', by: root });
      site.certificate = certify({ hosts: [host], by: between });
    },
  ],
  [
    'TLS_WRONG_NAME',
    'the certificate of another host',
    ({ internet: { site, root } }) => {
      site.certificate = certify({ hosts: ['www.example.com'], by: root });
    },
  ],
  [
    'TLS_EXPIRED',
    'a certificate that expired yesterday',
    ({ internet: { site, root }, host }) => {
      site.certificate = certify({ hosts: [host], by: root, from: inDays(-90), to: inDays(-1) });
    },
  ],
  [
    'TLS_NOT_YET_VALID',
    'a certificate that is valid from tomorrow',
    ({ internet: { site, root }, host }) => {
      site.certificate = certify({ hosts: [host], by: root, from: inDays(1) });
    },
  ],
  [
    'TLS_ENDS_SOON',
    'a certificate that expires in a week',
    ({ internet: { site, root }, host }) => {
      site.certificate = certify({ hosts: [host], by: root, to: inDays(7) });
    },
  ],
  [
    'HTTP_STAYS',
    'HTTP is served without a redirect',
    ({ internet: { site } }) => {
      site.plain = { status: 200, body: 'Hello' };
    },
  ],
  [
    'HTTP_LEADS_AWAY',
    'HTTP redirects to www',
    ({ internet: { site }, host }) => {
      site.plain = { status: 301, headers: { location: `https://www.${host}/` } };
    },
  ],
  [
    'LINKS_REDIRECTED',
    'every path but the association files is redirected',
    ({ internet: { site } }) => {
      site.all = { status: 301, headers: { location: 'https://www.example.com/' } };
      site.answers.set(AASA, undefined);
      site.answers.set(LINKS, undefined);
    },
  ],
  ['AASA_MISSING', 'Apple’s file is not found', apple({ status: 404, body: 'Not found' })],
  ['AASA_MISSING', 'Apple’s file is forbidden to bots', apple({ status: 403 })],
  [
    'AASA_REDIRECTS',
    'Apple’s file is redirected',
    apple({ status: 302, headers: { location: '/x' } }),
  ],
  [
    'AASA_TYPE',
    'Apple’s file is text',
    apple({ headers: { 'content-type': 'text/plain' }, body: appleFile({}) }),
  ],
  [
    'AASA_TOO_LARGE',
    'Apple’s file has 200 KB',
    apple({ body: appleFile({ x: 'x'.repeat(200_000) }) }),
  ],
  ['AASA_INVALID', 'Apple’s file is a page', apple({ body: '<html>Welcome</html>' })],
  ['AASA_EMPTY', 'Apple’s file has no details', apple({ body: '{"applinks":{"apps":[]}}' })],
  [
    'AASA_APP_MISSING',
    'Apple’s file names another team',
    apple({ body: appleFile({ appIDs: ['OTHER12345.com.example.books'] }) }),
  ],
  [
    'AASA_EXCLUDES_LINKS',
    'Apple’s file lists other paths only',
    apple({ body: appleFile({ components: [{ '/': '/app/*' }] }) }),
  ],
  [
    'AASA_EXCLUDES_LINKS',
    'an old file excludes everything first',
    apple({ body: appleFile({ components: undefined, paths: ['NOT *', '*'] }) }),
  ],
  [
    'AASA_COPY_OLD',
    'Apple’s copy names another app',
    ({ internet: { elsewhere } }) => {
      elsewhere.copy = { body: appleFile({ appIDs: ['OLD1234567.com.example.old'] }) };
    },
  ],
  [
    'AASA_COPY_MISSING',
    'Apple has no copy',
    ({ internet: { elsewhere } }) => {
      elsewhere.copy = { status: 404 };
    },
  ],
  ['ASSETLINKS_MISSING', 'Google’s file is not found', android({ status: 404 })],
  [
    'ASSETLINKS_REDIRECTS',
    'Google’s file is redirected',
    android({ status: 301, headers: { location: '/' } }),
  ],
  ['ASSETLINKS_INVALID', 'Google’s file is truncated', android({ body: '[{"relation":' })],
  ['ASSETLINKS_INVALID', 'Google’s file is an object', android({ body: '{}' })],
  [
    'ASSETLINKS_TYPE',
    'Google’s file is text',
    async (planted) => {
      const { project } = await stage();
      const body = associationFilesOf(project).android;
      android({ headers: { 'content-type': 'text/html' }, body })(planted);
    },
  ],
  ['ASSETLINKS_APP_MISSING', 'another package', androidFile({}, { package_name: 'com.other' })],
  [
    'ASSETLINKS_FINGERPRINT_MISSING',
    'the upload key’s fingerprint',
    androidFile(
      {},
      { sha256_cert_fingerprints: [Array.from({ length: 32 }, () => 'AB').join(':')] },
    ),
  ],
  [
    'ASSETLINKS_RELATION_MISSING',
    'the relation for passwords only',
    androidFile({ relation: ['delegate_permission/common.get_login_creds'] }),
  ],
  [
    'ASSETLINKS_RULES_MISSING',
    'a copy of Google’s file without dynamic rules',
    androidFile({ relation_extensions: undefined }),
  ],
  [
    'ASSETLINKS_RULES_OLD',
    'dynamic rules that exclude nothing',
    androidFile({
      relation_extensions: {
        'delegate_permission/common.handle_all_urls': {
          dynamic_app_link_components: [{ '/': '*' }],
        },
      },
    }),
  ],
  [
    'IOS_INCOMPLETE',
    'no team ID',
    (planted) => changeProject(planted, ({ ios }) => ({ ios: { ...ios, teamId: null } })),
  ],
  [
    'APP_LINKS_ANYWHERE',
    'apps may link to anywhere',
    (planted) => changeProject(planted, () => ({ appLinks: 'any' })),
  ],
  [
    'IOS_TEAM_ID_FORM',
    'a team’s name instead of its ID',
    (planted) => {
      changeProject(planted, ({ ios }) => ({ ios: { ...ios, teamId: 'Bluebird' } }));
      apple({ body: appleFile({ appIDs: ['Bluebird.com.example.books'] }) })(planted);
      planted.internet.elsewhere.copy = {
        body: appleFile({ appIDs: ['Bluebird.com.example.books'] }),
      };
    },
  ],
  [
    'ANDROID_WITHOUT_FINGERPRINT',
    'no fingerprint',
    (planted) =>
      changeProject(planted, ({ android: app }) => ({
        android: { ...app, sha256Fingerprints: [] },
      })),
  ],
  [
    'APP_STORE_PAGE_MISSING',
    'no such app in the App Store',
    ({ internet: { elsewhere } }) => {
      elsewhere.appStore = 404;
    },
  ],
  [
    'PLAY_PAGE_MISSING',
    'no such app at Google Play',
    ({ internet: { elsewhere } }) => {
      elsewhere.play = 404;
    },
  ],
  [
    'LAUNCH_SAME_HOST',
    'the launch domain is the link domain',
    (planted) => {
      planted.subject = { ...planted.subject, launchHost: planted.host };
    },
  ],
  [
    'LAUNCH_SAME_SITE',
    'the launch domain is a subdomain of the same site',
    (planted) => {
      planted.subject = { ...planted.subject, launchHost: `launch.${planted.host}` };
    },
  ],
  [
    'CLOCK_OFF',
    'the clock is ten minutes ahead',
    ({ internet: { elsewhere } }) => {
      elsewhere.date = () => Date.now() - 600_000;
    },
  ],
];

describe('domain doctor', () => {
  after(() => (shared = undefined));

  for (const [code, mistake, plant] of MISTAKES) {
    test(`reports ${code}: ${mistake}`, async () => {
      const { faults } = await examine(plant);
      assert.deepEqual(
        faults.map((finding) => finding.code),
        [code],
        JSON.stringify(faults, null, 2),
      );
      const [fault] = faults;
      assert.ok(fault && fault.seen !== '' && fault.why !== '' && fault.cure !== '');
      assert.equal(fault.severity, SYMPTOMS[code].severity);
    });
  }

  test('prints the dynamic rules to add, as the server serves them', async () => {
    const { findings } = await examine(androidFile({ relation_extensions: undefined }));
    const { project } = await stage();
    const [{ relation_extensions: rules }] = JSON.parse(associationFilesOf(project).android) as [
      { relation_extensions: unknown },
    ];
    assert.ok(findings[0]?.cure.endsWith(`"relation_extensions": ${JSON.stringify(rules)}`));
  });

  test('reports nothing for a correct setup, and says what to look for in the apps', async () => {
    const { findings } = await examine(() => undefined);
    assert.deepEqual(
      findings.map(({ code, severity }) => [code, severity]),
      [
        ['AASA_APP_UNSEEN', 'info'],
        ['ASSETLINKS_APP_UNSEEN', 'info'],
      ],
    );
    const { host } = await stage();
    const [ios, android] = findings;
    assert.ok(ios?.cure.includes(`applinks:${host}`));
    assert.ok(android?.cure.includes(`android:host="${host}"`));
    assert.match(android?.cure ?? '', /get-app-links com\.example\.books/);
  });

  test('accepts an intermediate certificate, a CAA authority and redirects of app stores', async () => {
    const { faults } = await examine(({ internet: { site, root, dns, elsewhere }, host }) => {
      const between = certify({ authority: 'Intermediate', by: root });
      site.certificate = certify({ hosts: [`*.test`, host], by: between });
      site.chain = between.cert;
      dns.zone.set(`CAA ${host}`, ['issue letsencrypt.org', 'issuewild ;']);
      dns.zone.set(`CNAME ${host}`, ['links.example.com']);
      elsewhere.appStore = 301;
    });
    assert.deepEqual(faults, []);
  });

  test("reports nothing if Apple's CDN and the app stores cannot be resolved", async () => {
    const { faults } = await examine(({ internet: { dns } }) => {
      for (const name of [
        'app-site-association.cdn-apple.com',
        'apps.apple.com',
        'play.google.com',
      ])
        dns.broken.add(name);
    });
    assert.deepEqual(faults, []);
  });

  test('reports hints that need no cure as info', async () => {
    const { findings } = await examine((planted) => {
      const { internet, host } = planted;
      const sub = `go.${host}`;
      planted.subject = { ...planted.subject, host: sub };
      internet.dns.zone.set(`A ${sub}`, ['93.184.216.99']);
    });
    assert.ok(findings.some(({ code }) => code === 'AD_POSTBACKS_ELSEWHERE'));
  });

  test('never connects to private IP addresses, whatever DNS says', async () => {
    const hidden = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.0.1', '100.64.0.1'];
    const { findings, called } = await examine(({ internet, host }) => {
      internet.dns.zone.set(`A ${host}`, hidden);
      internet.dns.zone.set(`AAAA ${host}`, ['::1', 'fd00::1', 'fe80::1', '2002:7f00:1::']);
      internet.dns.zone.set('A apps.apple.com', ['127.0.0.1']);
    });
    assert.ok(findings.some(({ code }) => code === 'DNS_PRIVATE_ADDRESS'));
    assert.ok(
      called.every((place) => /^(?:17\.253\.1\.1|142\.250\.1\.1):443$/.test(place)),
      called.join(),
    );
  });

  test('never follows redirects, so none leads it to an internal host', async () => {
    const { called } = await examine(({ internet: { site } }) => {
      site.all = { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } };
      site.plain = { status: 302, headers: { location: 'http://127.0.0.1:5432/' } };
    });
    assert.ok(
      called.every((place) => !/169\.254|127\./.test(place)),
      called.join(),
    );
  });

  test('shortens text from other servers', async () => {
    const { findings } = await examine(
      apple({ status: 302, headers: { location: `/${'x'.repeat(5000)}` } }),
    );
    const [{ seen } = { seen: '' }] = findings;
    assert.ok(seen.length <= 500);
  });

  test('docs/doctor.md is up to date; `node server/test/doctor/writeDoctorPage.ts` writes it', async () => {
    assert.equal(await readFile(DOCTOR_PAGE, 'utf8'), renderDoctorPage());
  });

  test('every symptom has a test case', () => {
    const planted = new Set(MISTAKES.map(([code]) => code));
    const faults = Object.entries(SYMPTOMS).filter(([, { severity }]) => severity !== 'info');
    const unplanted = faults.map(([code]) => code).filter((code) => !planted.has(code as Symptom));
    assert.deepEqual(unplanted, [
      // Only of domains whose app is not known (publicPage.test.ts).
      'AASA_APP_ID_FORM',
      'AASA_RULES_MISSING',
      'ASSETLINKS_RULES_FORM',
      'ASSETLINKS_RULES_CLOSED',
      'ASSETLINKS_FINGERPRINT_FORM',
    ]);
    assert.ok(planted.size >= 30);
  });
});
