import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A new password; the server decides whether it is good enough. */
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
