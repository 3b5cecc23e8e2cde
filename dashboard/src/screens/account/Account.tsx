import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/project.ts';
import { CharacterKeysSwitch } from '../../frame/shortcuts/CharacterKeysSwitch.tsx';
import { Card } from '../../parts/Card.tsx';
import { Page } from '../../parts/Page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { LanguageField } from './LanguageField.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Profile } from './Profile.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { ServerCard } from './ServerCard.tsx';
import { Sessions } from './Sessions.tsx';

export function Account() {
  const current = useQuery(currentUserQuery);
  return (
    <Page narrow title="Account" about="You, your password and where you are signed in.">
      <Loaded query={current}>
        {({ user }) => (
          <>
            <Profile user={user} />
            {/* Above lists that are there later: a choice that is open would be moved out of sight. */}
            <Card title="Language and keyboard">
              <Stack maw={420}>
                <LanguageField />
                <CharacterKeysSwitch />
              </Stack>
            </Card>
            <ChangePassword />
            <Passkeys />
            <SecondFactor user={user} />
            <Sessions />
            <ServerCard />
          </>
        )}
      </Loaded>
    </Page>
  );
}
