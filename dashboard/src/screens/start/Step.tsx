import { Collapse, Group, Text, ThemeIcon, Title, UnstyledButton } from '@mantine/core';
import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';

interface StepProps {
  readonly place: number;
  readonly title: string;
  /** The result, once it is done. */
  readonly hint?: string | undefined;
  readonly done: boolean;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** A step of the guide: its number or a check, its name, and what to do when it is open. */
export function Step({ place, title, hint, done, open, onOpen, children }: StepProps) {
  const id = useId();
  return (
    <section className="card" aria-label={title}>
      <Title order={2}>
        <UnstyledButton
          onClick={onOpen}
          aria-expanded={open}
          aria-controls={id}
          w="100%"
          fw="inherit"
          fz="inherit"
        >
          <Group gap="sm" wrap="nowrap">
            <ThemeIcon
              radius="xl"
              size={30}
              variant={done || open ? 'filled' : 'default'}
              aria-hidden
            >
              {done ? <Check size={16} /> : place}
            </ThemeIcon>
            <span>{title}</span>
            {done && <span className="hidden">, done</span>}
            {hint !== undefined && (
              <Text size="sm" c="dimmed" fw={400} className="truncate" component="span">
                {hint}
              </Text>
            )}
          </Group>
        </UnstyledButton>
      </Title>
      <Collapse expanded={open} id={id}>
        {open && <div style={{ paddingTop: 16 }}>{children}</div>}
      </Collapse>
    </section>
  );
}
