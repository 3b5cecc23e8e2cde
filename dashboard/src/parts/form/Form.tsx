import type { UseFormReturnType } from '@mantine/form';
import { createContext, useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import { sentenceOf, findingsOf, type Finding } from '../../api/CallError.ts';

interface FormProps<Values extends object> {
  readonly form: UseFormReturnType<Values>;
  /** The error of the last submission; its findings mark the fields that they name. */
  readonly error: unknown;
  readonly onSend: (values: Values) => void;
  /** Fields of the form with a different name in the API, by the API's name. */
  readonly names?: Readonly<Record<string, keyof Values & string>>;
  /** The field that shows a finding inside a list, by the finding's path; undefined for any other finding. */
  readonly fieldFor?: (path: string) => string | undefined;
  readonly children: ReactNode;
}

/** Whether the form around it shows a finding beside its field. */
export const ShownFindings = createContext<(finding: Finding) => boolean>(() => false);

/**
 * A form that marks its fields instead of leaving that to the browser: all findings at once, the first one in
 * view and focused, each disappearing when its field changes.
 */
export function Form<Values extends object>(props: FormProps<Values>) {
  const { form, error, onSend, names = {}, fieldFor, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const marking = useRef(false);
  const fieldOf = ({ field }: Finding): string | undefined =>
    fieldFor?.(field) ??
    field
      .split('.')
      .toReversed()
      .map((part) => names[part] ?? part)
      .find((name) => name in form.values);
  useEffect(() => {
    const marks = findingsOf(error).flatMap((finding) => {
      const name = fieldOf(finding);
      return name === undefined ? [] : [[name, sentenceOf(finding)] as const];
    });
    if (marks.length === 0) return;
    marking.current = true;
    // If a field has several findings, the first is the cause.
    form.setErrors(Object.fromEntries(marks.toReversed()));
    // Marked once per response, not again while the fields change.
  }, [error]);
  useEffect(() => {
    if (!marking.current || Object.keys(form.errors).length === 0) return;
    marking.current = false;
    show(element.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
  }, [form.errors]);
  const send = form.onSubmit(onSend, () => {
    marking.current = true;
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const broken = [...event.currentTarget.elements].find(isBroken);
    if (broken === undefined) return send(event);
    event.preventDefault();
    show(broken);
  };
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <ShownFindings value={(finding) => fieldOf(finding) !== undefined}>{children}</ShownFindings>
    </form>
  );
}

/** Already shows an error of its own, such as invalid JSON. */
function isBroken(field: Element): field is HTMLElement {
  return 'validity' in field && (field.validity as ValidityState).customError;
}

/** Scrolls a field into view, opening a collapsed part if needed, and focuses it. */
function show(field: HTMLElement | null | undefined): void {
  if (!field) return;
  const folded = field.closest('details');
  if (folded) folded.open = true;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}
