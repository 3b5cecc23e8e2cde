import type { DestinationField } from '@fairlead/contract/destinationFields';
import { TextInput, type TextInputProps } from '@mantine/core';
import { withScheme } from '../../../parts/form/webAddress.ts';
import type { LinkFormState } from './LinkFormState.ts';

interface UrlInputProps extends Omit<TextInputProps, 'form'> {
  readonly form: LinkFormState;
  readonly name: DestinationField;
}

/** A destination. A missing scheme is added when the field loses focus. */
export function UrlInput({ form, name, ...props }: UrlInputProps) {
  const { onBlur, ...input } = form.getInputProps(name) as TextInputProps;
  return (
    <TextInput
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...props}
      {...input}
      onBlur={(event) => {
        onBlur?.(event);
        const { [name]: text } = form.getValues();
        const whole = withScheme(text);
        if (whole !== text) form.setFieldValue(name, whole);
      }}
    />
  );
}
