import { Group, Text } from '@mantine/core';

/** The name and its logo: a line led through a ring. */
export function Logo({ big = false }: { readonly big?: boolean }) {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/fairlead.svg" alt="" width={big ? 36 : 26} height={big ? 36 : 26} />
      <Text fw={700} size={big ? 'xl' : 'md'} {...(!big && { visibleFrom: 'xs' })}>
        Fairlead
      </Text>
    </Group>
  );
}
