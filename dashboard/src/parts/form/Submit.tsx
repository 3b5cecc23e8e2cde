import { Button, type ButtonProps, Group } from '@mantine/core';
import { FormError } from '../states.tsx';

interface SubmitProps extends ButtonProps {
  readonly write: { readonly error: unknown; readonly isPending: boolean };
  /** Closes the dialog that the form is in. */
  readonly onCancel?: () => void;
  /** As wide as the form. */
  readonly wide?: boolean;
}

/** The end of a form: what was refused, unless a field shows it, and the button that sends it. */
export function Submit({ write, onCancel, wide = false, ...button }: SubmitProps) {
  return (
    <>
      <FormError error={write.error} />
      <Group grow={wide} justify={onCancel ? 'flex-end' : 'flex-start'}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={write.isPending} {...button} />
      </Group>
    </>
  );
}
