import { Modal, Stack, Text, Title } from '@mantine/core';
import { CharacterKeysSwitch } from './CharacterKeysSwitch.tsx';
import { Keys } from './Keys.tsx';
import { useShortcuts } from './useShortcuts.ts';
import styles from './ShortcutSheet.module.css';

interface ShortcutSheetProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** All shortcuts that there are for this person, in this project. */
export function ShortcutSheet({ opened, onClose }: ShortcutSheetProps) {
  const groups = useShortcuts().filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={720} centered>
      <Stack gap="md">
        <div className={styles['groups']}>
          {groups.map(({ name, shortcuts }) => (
            <section key={name} className={styles['group']} aria-label={name}>
              <Title order={3} size="h3" mb={6}>
                {name}
              </Title>
              <dl className={styles['list']}>
                {shortcuts.map(({ name: id, label, keys }) => (
                  <div key={id}>
                    <Text component="dt" size="sm">
                      {label}
                    </Text>
                    <dd>
                      {keys.map((some, index) => (
                        <span key={some.join(' ')}>
                          {index > 0 && (
                            <Text span size="xs" c="dimmed">
                              {' or '}
                            </Text>
                          )}
                          <Keys keys={some} />
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <CharacterKeysSwitch />
      </Stack>
    </Modal>
  );
}
