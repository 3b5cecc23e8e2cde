import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import styles from './QrStudio.module.css';
import { readLogo } from './readLogo.ts';
import type { Logo } from './studioLook.ts';

interface LogoFieldProps {
  readonly logo: Logo | undefined;
  readonly onChange: (logo: Logo | undefined) => void;
}

/** A picture for the middle of the code. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const [fault, setFault] = useState<string>();
  const choose = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const read = async (file: File | null) => {
    if (file === null) return;
    const found = await readLogo(file);
    setFault(found ? undefined : `${file.name} is no image that this browser can read.`);
    if (found) onChange(found);
    // So that the same file can be chosen again.
    forget.current?.();
  };
  const remove = () => {
    onChange(undefined);
    setFault(undefined);
    // The button that had the focus is gone.
    choose.current?.focus();
  };
  return (
    <div role="group" aria-label="Logo">
      <Input.Label labelElement="div">Logo</Input.Label>
      <Group gap="xs" mt={4}>
        {logo && <img src={logo.url} alt="The logo" className={styles['logo']} />}
        <FileButton accept="image/*" onChange={(file) => void read(file)} resetRef={forget}>
          {(props) => (
            <Button {...props} ref={choose} variant="default" size="xs">
              {logo ? 'Choose another image' : 'Choose an image'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="default" size="xs" onClick={remove}>
            Remove logo
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        It stays in this browser.
      </Text>
      {fault !== undefined && (
        <Input.Error role="alert" mt={4}>
          {fault}
        </Input.Error>
      )}
    </div>
  );
}
