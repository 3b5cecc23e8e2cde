import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useState } from 'react';

/**
 * A part of the frame that the first screen does not wait for, and that is there when it is asked for: undefined until it has
 * arrived. The function asks for it again, which is needed where the connection was away.
 */
export function useLater<Part>(load: () => Promise<Part>) {
  const [held, setHeld] = useState<{ readonly part: Part }>();
  const fetch = useCallback(() => load().then((part) => setHeld({ part })), [load]);
  useEffect(() => {
    fetch().catch(() => {
      // Asked for again when it is needed.
    });
  }, [fetch]);
  const need = useCallback(() => {
    fetch().catch(() => {
      notifications.show({ color: 'red', message: 'This could not be loaded. Reload the page.' });
    });
  }, [fetch]);
  return [held?.part, need] as const;
}
