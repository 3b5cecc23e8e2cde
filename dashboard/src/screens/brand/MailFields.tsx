import { LIMITS } from '@fairlead/contract/limits';
import { Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { BrandValues } from './brandValues.ts';

interface Props {
  readonly form: UseFormReturnType<BrandValues>;
  readonly disabled: boolean;
}

const WORDS = [
  ['mails.invitation.opening', 'Before the text of an invitation'],
  ['mails.invitation.closing', 'After the text of an invitation'],
  ['mails.weekly.opening', 'Before the numbers of the week'],
  ['mails.weekly.closing', 'After the numbers of the week'],
] as const;

/** From whom mails about the project come, and what they say besides. */
export function MailFields({ form, disabled }: Props) {
  return (
    <Stack>
      <TextInput
        label="Sender name"
        description="The address stays that of the server: mail providers check that it may send for its domain (SPF, DKIM, DMARC), and would put mails with yours into the spam folder."
        placeholder="Bluebird Marketing"
        maxLength={LIMITS.mailSenderLength}
        readOnly={disabled}
        {...form.getInputProps('mails.senderName')}
      />
      <TextInput
        label="Replies go to"
        description="Without one, replies go to the address of the server, which may not be read."
        placeholder="marketing@example.com"
        inputMode="email"
        readOnly={disabled}
        {...form.getInputProps('mails.replyTo')}
      />
      {WORDS.map(([name, label]) => (
        <Textarea
          key={name}
          label={label}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={LIMITS.mailWordsLength}
          dir="auto"
          readOnly={disabled}
          {...form.getInputProps(name)}
        />
      ))}
    </Stack>
  );
}
