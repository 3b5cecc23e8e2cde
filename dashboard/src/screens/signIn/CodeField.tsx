import { TextInput, type TextInputProps } from '@mantine/core';

/** The second factor of a sign-in. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Code"
      description="From your authenticator app, or one of your backup codes."
      autoComplete="one-time-code"
      autoFocus
      required
      {...props}
    />
  );
}
