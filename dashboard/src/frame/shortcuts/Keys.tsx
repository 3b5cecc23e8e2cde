import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { IS_APPLE } from './isApple.ts';

const NAMES: Partial<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

/** Keys to press, as they stand on a keyboard. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && <span className="hidden"> then </span>}
      <Kbd size="xs" style={{ whiteSpace: 'nowrap', marginLeft: index > 0 ? 4 : 0 }}>
        {nameOf(key)}
      </Kbd>
    </Fragment>
  ));
}

function nameOf(key: string): string {
  const [, last] = /^mod\+(.+)$/.exec(key) ?? [];
  if (last !== undefined) return `${IS_APPLE ? '⌘' : 'Ctrl'} ${nameOf(last)}`;
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
