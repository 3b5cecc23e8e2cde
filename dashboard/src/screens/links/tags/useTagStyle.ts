import type { TagInfo } from '@fairlead/contract/operations/dashboard/tags';
import type { TagColor } from '@fairlead/contract/tagColors';
import { useComputedColorScheme } from '@mantine/core';
import type { CSSProperties } from 'react';
import { TAG_SHADES } from './tagColors.ts';
import { useTags } from './useTags.ts';

/** How a colour looks in the scheme of the page. */
export function useShades(): (color: TagColor | null | undefined) => CSSProperties {
  const scheme = useComputedColorScheme('light');
  return (color) => {
    const { ground, text } = TAG_SHADES[color ?? 'gray'][scheme];
    return { background: ground, color: text };
  };
}

/** The colours of the project's tags, whatever their case. */
export function useTagStyle(): (tag: string) => CSSProperties {
  const shades = useShades();
  const tags = useTags();
  return (tag) => shades(tags.find((known) => isSameTag(known, tag))?.color);
}

export function isSameTag({ tag }: Pick<TagInfo, 'tag'>, name: string): boolean {
  return tag.toLowerCase() === name.trim().toLowerCase();
}
