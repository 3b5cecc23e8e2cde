import {
  Anchor,
  Button,
  NavLink,
  type AnchorProps,
  type ButtonProps,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';

type Lead = Omit<
  ComponentPropsWithRef<'a'>,
  keyof AnchorProps | keyof ButtonProps | keyof NavLinkProps
>;

/** Mantine's link, button and menu entry, leading to a route. */
export const TextLink = createLink(
  (props: AnchorProps & Lead & { readonly children?: ReactNode }) => (
    <Anchor underline="always" {...props} />
  ),
);
export const ButtonLink = createLink((props: ButtonProps & Lead) => (
  <Button component="a" {...props} />
));
export const MenuLink = createLink((props: NavLinkProps & Lead) => <NavLink {...props} />);
