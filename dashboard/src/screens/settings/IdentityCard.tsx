import {
  getIdentitySecret,
  rotateIdentitySecret,
} from '@fairlead/contract/operations/dashboard/identity';
import {
  getProject,
  type ProjectSettings,
  updateProject,
} from '@fairlead/contract/operations/dashboard/projects';
import { Button, Code, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { Card } from '../../parts/Card.tsx';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { showSecret } from '../../parts/dialogs/showSecret.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { When } from '../../parts/When.tsx';

/** Whether apps are believed about who is signed in, and the secret that a server proves it with. For admins. */
export function IdentityCard({ identify }: Pick<ProjectSettings, 'identify'>) {
  const params = { projectId: useProjectId() };
  const secret = useQuery(ask(getIdentitySecret, { params }));
  return (
    <Card
      title="Who is signed in"
      about="Events that name only a customer belong to the phone that the customer was signed in on. Anyone can read an app’s key, and could say that a customer of yours is signed in on another phone. With signed identities, apps are believed only with a proof from your server."
    >
      <Loaded query={secret} waiting={<Waiting rows={1} height={120} />}>
        {({ lastCharacters: last, previousUntil }) => (
          <Stack>
            <Text size="sm" component="div">
              {last === null
                ? 'There is no identity secret yet.'
                : `There is an identity secret. It ends in ${last} and is not shown again.`}
              {previousUntil !== null && (
                <>
                  {' Proofs made with the one before count until '}
                  <When at={previousUntil} />.
                </>
              )}
            </Text>
            <SecretButtons isFirst={last === null} />
            {last !== null && <HowTo />}
            <ProofSwitch identify={identify} isReady={last !== null} />
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

function SecretButtons({ isFirst }: { readonly isFirst: boolean }) {
  const params = { projectId: useProjectId() };
  const rotate = useWrite(rotateIdentitySecret, {
    changes: [getIdentitySecret],
    onDone: ({ secret }) => showSecret('Identity secret', secret, 'the secret'),
  });
  const make = (graceHours: number) => rotate.mutate({ params, body: { graceHours } });
  const askRotate = (graceHours: number, text: string) => () =>
    confirm({
      title: 'Rotate the identity secret?',
      text,
      yes: 'Rotate secret',
      harmless: graceHours > 0,
      onYes: () => make(graceHours),
    });
  if (isFirst) {
    return (
      <Group>
        <Button variant="default" loading={rotate.isPending} onClick={() => make(0)}>
          Make a secret
        </Button>
      </Group>
    );
  }
  return (
    <Group>
      <Button
        variant="default"
        loading={rotate.isPending}
        onClick={askRotate(
          24,
          'You get a new secret now. Proofs made with the old one count for another 24 hours.',
        )}
      >
        Rotate, keep the old secret for 24 hours
      </Button>
      <Button
        variant="default"
        loading={rotate.isPending}
        onClick={askRotate(
          0,
          'You get a new secret now. Proofs made with the old one count no longer: apps that have one are refused until they get another.',
        )}
      >
        Rotate secret now
      </Button>
    </Group>
  );
}

const NODE = "createHmac('sha256', secret).update(customerId).digest('hex')";
const PYTHON = 'hmac.new(secret.encode(), customer_id.encode(), "sha256").hexdigest()';

function HowTo() {
  return (
    <Text size="sm" component="div">
      Your server makes the proof after signing somebody in, and gives it to the app, which passes
      it to identify. In Node: <Code className="break">{NODE}</Code>, in Python:{' '}
      <Code className="break">{PYTHON}</Code>
    </Text>
  );
}

function ProofSwitch({
  identify,
  isReady,
}: Pick<ProjectSettings, 'identify'> & { readonly isReady: boolean }) {
  const params = { projectId: useProjectId() };
  const save = useWrite(updateProject, {
    changes: [getProject],
    done: ({ identify: now }) =>
      now === 'signed' ? 'Apps need a proof now.' : 'Apps need no proof now.',
  });
  const set = (to: ProjectSettings['identify']) => save.mutate({ params, body: { identify: to } });
  return (
    <Switch
      label="Take signed identities only"
      description="Switch it on once your apps send a proof. Those that send none are refused, and nobody is signed in on them for us. Servers with a secret key need none."
      checked={identify === 'signed'}
      disabled={!isReady || save.isPending}
      onChange={({ currentTarget: { checked } }) =>
        checked
          ? confirm({
              title: 'Take signed identities only?',
              text: 'Apps that send no proof are refused at once. What they have said before stays.',
              yes: 'Take signed ones only',
              onYes: () => set('signed'),
            })
          : set('apps')
      }
    />
  );
}
