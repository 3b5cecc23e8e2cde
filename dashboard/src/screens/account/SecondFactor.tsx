import {
  confirmTotp,
  disableTotp,
  startTotp,
} from '@fairlead/contract/operations/dashboard/account';
import { getCurrentUser, type Me } from '@fairlead/contract/operations/dashboard/session';
import { Badge, Button, Group, List, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { session } from '../../api/session.ts';
import { useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { CopyField } from '../../parts/Copy.tsx';
import { Form } from '../../parts/form/Form.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { FormError } from '../../parts/states.tsx';
import { useSecondFactorText } from './useSecondFactorText.ts';

/** Turns the second factor on in three steps (password, app, first code), or off. */
export function SecondFactor({ user }: { readonly user: Me }) {
  const explanation = useSecondFactorText();
  const on = user.twoFactorEnabled;
  const passwordForm = useForm({ initialValues: { password: '' } });
  const proof = useForm({ initialValues: { code: '' } });
  const start = useWrite(startTotp, { quiet: true });
  const disable = useWrite(disableTotp, {
    quiet: true,
    changes: [getCurrentUser],
    done: 'Two-factor authentication is off.',
    onDone: (renewed) => {
      session.begin(renewed);
      passwordForm.reset();
    },
  });
  const finish = useWrite(confirmTotp, {
    quiet: true,
    changes: [getCurrentUser],
    done: 'Two-factor authentication is on.',
    onDone: (renewed) => {
      session.begin(renewed);
      cancel();
    },
  });
  const cancel = () => {
    start.reset();
    finish.reset();
    passwordForm.reset();
    proof.reset();
  };
  return (
    <Card
      title="Two-factor authentication"
      about={explanation}
      actions={
        <Badge variant="light" color={on ? 'teal' : 'gray'}>
          {on ? 'On' : 'Off'}
        </Badge>
      }
    >
      {start.data === undefined ? (
        <Form
          form={passwordForm}
          error={on ? disable.error : start.error}
          onSend={(body) => (on ? disable : start).mutate({ body })}
        >
          <Stack maw={420}>
            <PasswordInput
              label="Your password"
              autoComplete="current-password"
              required
              {...passwordForm.getInputProps('password')}
            />
            <FormError error={on ? disable.error : start.error} />
            <Group>
              <Button
                type="submit"
                variant={on ? 'default' : 'filled'}
                loading={start.isPending || disable.isPending}
              >
                {on ? 'Turn it off' : 'Set it up'}
              </Button>
            </Group>
          </Stack>
        </Form>
      ) : (
        <Form
          form={proof}
          error={finish.error}
          onSend={({ code }) => finish.mutate({ body: { code: code.trim() } })}
        >
          <Stack maw={520}>
            <Text size="sm">
              1. Scan this with your authenticator app, or enter the key by hand.
            </Text>
            <QrCode text={start.data.uri} label="QR code of the key" />
            <CopyField value={start.data.secret} label="the key" />
            <Text size="sm">
              2. Keep these backup codes in a safe place. Each works once, if you lose the app.
            </Text>
            <List size="sm" className="number" ff="monospace">
              {start.data.backupCodes.map((backup) => (
                <List.Item key={backup}>{backup}</List.Item>
              ))}
            </List>
            <TextInput
              label="3. The code the app shows now"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              {...proof.getInputProps('code')}
              maw={320}
            />
            <FormError error={finish.error} />
            <Group>
              <Button type="submit" loading={finish.isPending}>
                Turn it on
              </Button>
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </Form>
      )}
    </Card>
  );
}
