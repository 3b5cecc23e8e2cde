import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectTexts } from '../texts/dictionaries.ts';
import { findTexts } from '../texts/findTexts.ts';
import { translate, translatePage } from '../texts/translate.ts';

const keysOf = (code: string) => findTexts('a.tsx', code).map(({ key }) => key);

describe('findTexts', () => {
  for (const [code, ...keys] of [
    [`<Text size="sm">Saved in two places</Text>`, 'Saved in two places'],
    [`<Text>\n  Over\n  two lines\n</Text>`, 'Over two lines'],
    [`<Text>Set in <Code>.env</Code>; then restart.</Text>`, 'Set in {Code}; then restart.'],
    [`<Text>Kept for{' '}{LIMITS.days} days</Text>`, 'Kept for {days} days'],
    [
      `<Text>You are {data.role === 'admin' ? 'an admin' : 'a viewer'}.</Text>`,
      'You are {part}.',
      'an admin',
      'a viewer',
    ],
    [`<Input label="name" className="big" type="email" />`, 'name'],
    [
      `<Empty title="None" action={<a href="/x">Go on</a>}>Nothing here</Empty>`,
      'None',
      'Go on',
      'Nothing here',
    ],
    ['`Remove ${domain.host}?`', 'Remove {host}?'],
    [
      '`${counted(links, "link", "links")} from ${links}`',
      '{links} from {links2}',
      'link',
      'links',
    ],
    [`const LABELS = { low: 'Low', high: 'High: 25%' };`, 'Low', 'High: 25%'],
    [`asText('on')`, 'on'],
  ] as const) {
    test(code, () => assert.deepEqual(keysOf(code), keys));
  }

  for (const code of [
    `import { Links } from 'Some Package';`,
    `if (key === 'Delete') go('on');`,
    `const style = { flex: '1 1 12rem', color: 'Red' };`,
    '`translate(0 ${row})`',
    '`/p/${projectId}/links`',
    `throw new Error('The page has no #app');`,
    `lazyRouteComponent(load, 'SignIn')`,
    `[...document.querySelectorAll('a b')]`,
    `type Way = 'Up and down';`,
    `const { 'Not read': read } = all;`,
  ]) {
    test(`none in ${code}`, () => assert.deepEqual(keysOf(code), []));
  }
});

describe('translate', () => {
  for (const [code, dictionary, expected] of [
    [
      `<Text>Set in <Code>.env</Code>, then restart.</Text>`,
      { 'Set in {Code}, then restart.': 'Neu starten, wenn {Code} geändert ist' },
      `<Text>{"Neu starten, wenn "}<Code>.env</Code>{" geändert ist"}</Text>`,
    ],
    [`<a title="Say “no”" />`, { 'Say “no”': 'Sag "nein"' }, `<a title={"Sag \\"nein\\""} />`],
    [
      '`Move ${name} to ${place}`',
      { 'Move {name} to {place}': 'Nach ${place} `{name}`' },
      '`Nach $${place} \\`${name}\\``',
    ],
    [
      `<b>Is {on ? 'all right' : <i>not good</i>}</b>`,
      { 'Is {part}': 'Ist {part}', 'all right': 'ganz gut', 'not good': 'nicht gut' },
      `<b>{"Ist "}{on ? "ganz gut" : <i>{"nicht gut"}</i>}</b>`,
    ],
  ] as const) {
    test(code, () => assert.equal(translate('a.tsx', code, dictionary), expected));
  }

  test('says where a text is not translated, and what to do', () => {
    assert.throws(
      () => translate('a.tsx', '<b>All right</b>', {}),
      /^Error: a\.tsx: “All right”.*npm run texts$/,
    );
  });

  test('translates what a page says before its script does', () => {
    assert.equal(
      translatePage('a.html', '<h1>\n  Sign in\n</h1><script src="x"></script>', {
        'Sign in': 'Anmelden',
      }),
      '<h1>\n  Anmelden\n</h1><script src="x"></script>',
    );
  });
});

test('what the dashboard says has no styles, addresses or markup in it', () => {
  const odd = collectTexts().filter((text) => /^[./#]|\bvar\(|<\w/.test(text));
  assert.deepEqual(odd, []);
});
