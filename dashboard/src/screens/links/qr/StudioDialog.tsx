import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { Waiting } from '../../../parts/states.tsx';
import type { StudioLook } from './studioLook.ts';

// Most people who look at a link draw no code.
const QrStudio = lazy(async () => ({ default: (await import('./QrStudio.tsx')).QrStudio }));

export interface StudioProps {
  /** Of the link whose code is shown. */
  readonly shortUrl: string;
  /** Code of where it is to be printed. */
  readonly placement?: string | null | undefined;
  /** Above what can be chosen about the look. */
  readonly head?: ReactNode;
  /** What is done with the look, which is undefined while scanners would not read it. */
  readonly children: (look: StudioLook | undefined) => ReactNode;
}

interface DialogProps extends StudioProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A dialog in which the look of QR codes is chosen. */
export function StudioDialog(props: DialogProps) {
  const { title, opened, onClose, head, shortUrl, placement, children } = props;
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={760} fullScreen={narrow} centered>
      <Suspense fallback={<Waiting rows={5} height={56} />}>
        <QrStudio shortUrl={shortUrl} placement={placement} head={head}>
          {children}
        </QrStudio>
      </Suspense>
    </Modal>
  );
}
