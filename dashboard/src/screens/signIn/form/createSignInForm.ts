import {
  getSignInOptions,
  signIn,
  type SessionToken,
} from '@fairlead/contract/operations/dashboard/session';
import { type BodyFor, call } from '../../../api/call.ts';
import { messageOf } from '../../../api/CallError.ts';
import { hasPasskeys } from '../../../api/passkeys.ts';
import { isOwnPath } from '../isOwnPath.ts';
import { element } from './element.ts';
import { createButton, createField, createPasswordField, createRefusal } from './fields.ts';
import { offerPasskeys } from './offerPasskeys.ts';
import './signInForm.css';
import { asText } from '../../../parts/asText.ts';

interface SignInFormOptions {
  /** Whose account it has to be; else the form asks. */
  readonly email?: string | undefined;
  /** With a passkey it may be somebody else than `email` says. */
  readonly onEnter: (opened: SessionToken) => void;
  /** Where the other service leads back to. */
  readonly next: string | undefined;
  /** The other service opens beside this page, which stays as it is. */
  readonly beside?: boolean;
  /** Below the button. */
  readonly links?: readonly Node[];
}

/**
 * Email and password, and the authenticator app's code if a second factor is on; or a passkey, or another service.
 * Without the dashboard's libraries, so that a person can type before they are loaded; `SignInForm` has it in React.
 */
export function createSignInForm({ links = [], ...options }: SignInFormOptions) {
  const email = createField('Email', {
    type: 'email',
    autocomplete: 'username webauthn',
    ...(options.email !== undefined && { value: options.email, readOnly: true }),
  });
  const password = createPasswordField('Password', { autocomplete: 'current-password' });
  const code = createCodeField();
  const refusal = createRefusal();
  const send = createButton('Sign in', { type: 'submit' });
  const others = element('div', { className: 'sign-in-others' });
  const form = element(
    'form',
    { className: 'sign-in', noValidate: true },
    ...[email, password, code, refusal, send].map(({ root }) => root),
    ...links,
    others,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send.during(async () => {
      refusal.show(undefined);
      const typed = code.input.value.trim();
      const body = { email: email.input.value, password: password.input.value };
      try {
        const reply = await call(signIn, {
          body: { ...body, ...(typed !== '' && { code: typed }) },
        });
        if (!('secondFactorRequired' in reply)) return options.onEnter(reply);
        code.root.hidden = false;
        code.input.focus();
      } catch (error) {
        refusal.show(messageOf(error));
      }
    });
  });
  const stop = addOthers(others, options);
  return {
    form,
    focus: () => (options.email === undefined ? email : password).input.focus(),
    stop,
  };
}

/** Shown once it is needed. */
function createCodeField() {
  const field = createField(
    'Code',
    { autocomplete: 'one-time-code' },
    'From your authenticator app, or one of your backup codes.',
  );
  field.root.hidden = true;
  return field;
}

/** Adds the other ways to sign in once the server has said which there are. Returns what ends waiting for one. */
function addOthers(place: HTMLElement, options: SignInFormOptions): () => void {
  let end: (() => void) | undefined;
  let ended = false;
  const add = ({ passkeyOrigin, oidc }: BodyFor<typeof getSignInOptions>) => {
    if (ended) return;
    if (hasPasskeys(passkeyOrigin)) end = addPasskeys(place, options);
    if (oidc) place.append(linkTo(oidc, options));
    if (place.hasChildNodes())
      place.prepend(element('p', { className: 'sign-in-or' }, asText('or')));
  };
  // A server that does not answer says so when the person signs in.
  call(getSignInOptions, {}).then(add, () => {});
  return () => {
    ended = true;
    end?.();
  };
}

function addPasskeys(place: HTMLElement, { email, onEnter }: SignInFormOptions): () => void {
  const refusal = createRefusal();
  const button = createButton('Sign in with a passkey', { className: 'sign-in-button other' });
  const offer = offerPasskeys({
    atField: email === undefined,
    onEnter,
    onError: (error) => refusal.show(error === undefined ? undefined : messageOf(error)),
  });
  button.root.addEventListener('click', () => void button.during(() => offer.press()));
  place.append(refusal.root, button.root);
  return () => offer.stop();
}

function linkTo(
  { name, startUrl }: { readonly name: string; readonly startUrl: string },
  { next, beside = false }: SignInFormOptions,
): Node {
  const href = isOwnPath(next) ? `${startUrl}?returnTo=${encodeURIComponent(next)}` : startUrl;
  return element(
    'a',
    {
      href,
      className: 'sign-in-button other',
      ...(beside && { target: '_blank', rel: 'noopener' }),
    },
    `Sign in with ${name}`,
  );
}
