import './signInPage.css';
import { element } from './screens/signIn/form/element.ts';
import { createRefusal } from './screens/signIn/form/fields.ts';
import { createSignInForm } from './screens/signIn/form/createSignInForm.ts';
import { isOwnPath } from './screens/signIn/isOwnPath.ts';

/** Where the dashboard keeps the person's choice between light and dark. */
const SCHEME = 'mantine-color-scheme-value';

/** By returned code; a code that is not listed is shown, for whoever is asked for help. */
const REFUSALS: Readonly<Record<string, string>> = {
  failed: 'The other service did not sign you in.',
  access_denied: 'You were not signed in, since you did not agree at the other service.',
  signup_disabled:
    'No account here has that email address. Ask someone in the project to invite you.',
  account_not_linked:
    'The email address of that account is not confirmed here. Confirm it under “Account”.',
};

function refusalOf(error: string): string {
  const reason = REFUSALS[error] ?? `The other service did not sign you in (${error}).`;
  return `${reason} Try again, or use your password.`;
}

function start(place: Element): void {
  const search = new URLSearchParams(window.location.search);
  const next = search.get('next') ?? undefined;
  const error = search.get('error');
  const refusal = createRefusal();
  if (error) refusal.show(refusalOf(error));
  const { form, focus } = createSignInForm({
    next,
    // A page of its own again: what somebody else has looked at before is gone with this one.
    onEnter: () => window.location.assign(isOwnPath(next) ? next : '/'),
    links: [element('a', { href: '/forgot-password' }, 'Forgot your password?')],
  });
  place.replaceChildren(refusal.root, form);
  focus();
  void preloadDashboard();
}

/** Has the browser load what the dashboard begins with while the person types. */
async function preloadDashboard(): Promise<void> {
  const reply = await fetch('/', { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (!reply?.ok) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const linked = page.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  const scripts = page.querySelectorAll<HTMLScriptElement>('script[src]');
  for (const href of [
    ...[...scripts].map(({ src }) => src),
    ...[...linked].map((link) => link.href),
  ]) {
    document.head.append(element('link', { rel: 'modulepreload', href }));
  }
  for (const { href } of page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    void fetch(href).catch(() => undefined);
  }
}

const scheme = localStorage.getItem(SCHEME);
if (scheme === 'light' || scheme === 'dark') {
  document.documentElement.dataset['mantineColorScheme'] = scheme;
}
const place = document.querySelector('#form');
if (place === null) throw new Error('The page has no #form');
start(place);
