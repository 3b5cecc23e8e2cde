import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { absoluteTime, relativeTime } from './format.ts';

/** A moment in words ("3 hours ago"); the exact one on hover and for screen readers. */
export function When({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip label={absoluteTime(at)} withArrow>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {relativeTime(at, now)}
      </time>
    </Tooltip>
  );
}
