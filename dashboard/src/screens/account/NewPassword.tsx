import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password that is made here; the server has the last word on whether it is good enough. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      description="At least 12 characters."
      autoComplete="new-password"
      minLength={12}
      required
      {...props}
    />
  );
}
