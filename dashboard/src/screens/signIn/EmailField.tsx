import { TextInput, type TextInputProps } from '@mantine/core';

/** The address that an account is known by. */
export function EmailField(props: TextInputProps) {
  return <TextInput label="Email" type="email" autoComplete="username" required {...props} />;
}
