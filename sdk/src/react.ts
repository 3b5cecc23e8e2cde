'use client';

import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { App, LinkListener, OpenedLink, Unsubscribe } from './app/types.ts';

/** The links of an app, for the components below its provider. */
interface Links {
  readonly listen: (listener: LinkListener<unknown>) => Unsubscribe;
  readonly newest: () => OpenedLink<unknown> | undefined;
}

const Provided = createContext<Links | undefined>(undefined);

/** Starts the app, and hands its links to `useLink` and `useLinkListener` below. */
export function LinkProvider<Parameters>({
  app,
  children,
}: {
  readonly app: Pick<App<Parameters>, 'start' | 'onLink'>;
  readonly children?: ReactNode;
}): ReactElement {
  const links = useMemo(() => linksOf(app), [app]);
  useEffect(() => void app.start(), [app]);
  return createElement(Provided.Provider, { value: links }, children);
}

/**
 * The newest link that came since the app was opened, also for a component that is mounted later; undefined until one has
 * come. `Parameters` are those of the app.
 */
export function useLink<Parameters = Record<string, unknown>>():
  | OpenedLink<Parameters>
  | undefined {
  const { listen, newest } = useLinks();
  return useSyncExternalStore(listen, newest, none) as OpenedLink<Parameters> | undefined;
}

/** Calls the listener once for each link, for example to navigate. It may be another function at each render. */
export function useLinkListener<Parameters = Record<string, unknown>>(
  listener: LinkListener<Parameters>,
): void {
  const { listen } = useLinks();
  const current = useRef(listener);
  useEffect(() => {
    current.current = listener;
  }, [listener]);
  useEffect(() => listen((opened) => current.current(opened as OpenedLink<Parameters>)), [listen]);
}

function useLinks(): Links {
  const links = useContext(Provided);
  if (!links) throw new Error('There is no LinkProvider above this component');
  return links;
}

function linksOf<Parameters>(app: Pick<App<Parameters>, 'onLink'>): Links {
  let newest: OpenedLink<Parameters> | undefined;
  return {
    listen: (listener) =>
      app.onLink((opened) => {
        newest = opened;
        listener(opened);
      }),
    newest: () => newest,
  };
}

/** On a server no link has come. */
function none(): undefined {
  return undefined;
}
