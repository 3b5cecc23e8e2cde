import { Button, CloseButton, Kbd, Modal, Text, TextInput } from '@mantine/core';
import { ChevronLeft, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { messageOf } from '../../api/CallError.ts';
import { counted } from '../../parts/format.ts';
import type { Entry } from './Entry.ts';
import { PaletteList } from './PaletteList.tsx';
import styles from './Palette.module.css';
import { type Picked, useEntries } from './useEntries.ts';

interface PaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** One field that leads to screens, links and projects, and does what can be done with them. */
export function Palette({ opened, onClose, onShortcuts }: PaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={620}
      yOffset="9dvh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <Modal.Body className={styles['body']}>
          <Choice onClose={onClose} onShortcuts={onShortcuts} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Choice({ onClose, onShortcuts }: Omit<PaletteProps, 'opened'>) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Picked>();
  const [meant, setMeant] = useState<string>();
  const id = useId();
  const pick = (next: Picked) => {
    setPicked(next);
    setText('');
    setMeant(undefined);
  };
  const { groups, found } = useEntries({ text, picked, onPick: pick, onShortcuts });
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find((entry) => entry.id === meant) ?? entries[0];
  const link = active?.link;
  const idOf = (entry: Entry) => `${id}-${entries.indexOf(entry)}`;
  const choose = (entry: Entry) => {
    if (!entry.stays) onClose();
    void entry.run();
  };
  const move = (by: 1 | -1) => {
    const from = active === undefined ? -1 : entries.indexOf(active);
    setMeant(entries.at((from + by) % entries.length)?.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { value, selectionStart } = event.currentTarget;
    const steps: Partial<Record<string, (() => void) | false | undefined>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: active && (() => choose(active)),
      ArrowRight: link && selectionStart === value.length && (() => pick({ link })),
      Backspace: picked && value === '' && (() => pick(undefined)),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <>
      <div className={styles['head']}>
        {picked && (
          <Button
            variant="light"
            size="xs"
            leftSection={<ChevronLeft size={14} aria-hidden />}
            onClick={() => pick(undefined)}
            maw="40%"
            style={{ flexShrink: 0 }}
          >
            {'action' in picked ? picked.action.label : (picked.link.name ?? picked.link.slug)}
          </Button>
        )}
        <TextInput
          role="combobox"
          aria-label={picked && 'action' in picked ? 'Which link' : 'Search and commands'}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active && idOf(active)}
          placeholder={picked ? 'Which one?' : 'A screen, a link, a project, or what to do'}
          leftSection={<Search size={16} aria-hidden />}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMeant(undefined);
          }}
          onKeyDown={onKeyDown}
          style={{ flex: '1 1 auto' }}
        />
        <CloseButton onClick={onClose} />
      </div>
      <PaletteList
        id={`${id}-list`}
        groups={groups}
        active={active}
        idOf={idOf}
        onActive={(entry) => setMeant(entry.id)}
        onChoose={choose}
      />
      <div className={styles['foot']}>
        <State waiting={found.waiting} error={found.error} count={entries.length} />
        {link && (
          <Text size="xs" c="dimmed" visibleFrom="xs">
            <Kbd size="xs">→</Kbd> copy, QR code, edit
          </Text>
        )}
      </div>
    </>
  );
}

function State(state: {
  readonly waiting: boolean;
  readonly error: Error | null;
  readonly count: number;
}) {
  const { waiting, error, count } = state;
  return (
    <Text size="xs" c="dimmed" role="status">
      {error !== null
        ? `Links could not be searched: ${messageOf(error)}`
        : waiting
          ? 'Searching links…'
          : count === 0
            ? 'Nothing matches.'
            : counted(count, 'result', 'results')}
    </Text>
  );
}
