import { element } from './element.ts';

let made = 0;

/** An input with its label. */
export function createField(label: string, properties: Partial<HTMLInputElement>, about?: string) {
  made += 1;
  const id = `sign-in-${made}`;
  const input = element('input', { id, className: 'sign-in-input', ...properties });
  const root = element(
    'div',
    { className: 'sign-in-field' },
    element('label', { htmlFor: id }, label),
    ...(about === undefined ? [] : [element('p', { id: `${id}-about` }, about)]),
    element('div', { className: 'sign-in-box' }, input),
  );
  if (about !== undefined) input.setAttribute('aria-describedby', `${id}-about`);
  return { root, input };
}

/** A password, which can be looked at. */
export function createPasswordField(label: string, properties: Partial<HTMLInputElement>) {
  const { root, input } = createField(label, { ...properties, type: 'password' });
  const toggle = element('button', { type: 'button', className: 'sign-in-show' }, 'Show');
  toggle.setAttribute('aria-controls', input.id);
  toggle.addEventListener('click', () => {
    const hidden = input.type === 'password';
    input.type = hidden ? 'text' : 'password';
    toggle.textContent = hidden ? 'Hide' : 'Show';
  });
  input.after(toggle);
  return { root, input };
}

/** A button that says while it works that it is at work, and takes no second click meanwhile. */
export function createButton(text: string, properties: Partial<HTMLButtonElement>) {
  const root = element(
    'button',
    { type: 'button', className: 'sign-in-button', ...properties },
    text,
  );
  return {
    root,
    async during(work: () => Promise<void>): Promise<void> {
      root.disabled = true;
      root.setAttribute('aria-busy', 'true');
      await work().finally(() => {
        root.disabled = false;
        root.removeAttribute('aria-busy');
      });
    },
  };
}

/** Where refusals are shown. */
export function createRefusal() {
  const root = element('div', { className: 'sign-in-refusal', hidden: true });
  return {
    root,
    /** Undefined: nothing is refused any more. */
    show(text: string | undefined): void {
      root.hidden = text === undefined;
      root.replaceChildren(...(text === undefined ? [] : [element('p', { role: 'alert' }, text)]));
    },
  };
}
