import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { session } from './api/session.ts';
import { createQueries } from './api/createQueries.ts';
import { createAppRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const queries = createQueries();
const router = createAppRouter();

session.onLeave(() => {
  queries.clear();
  // Public pages stay.
  if (!router.state.matches.some(({ routeId }) => routeId.startsWith('/signedIn'))) return;
  void router.navigate({ to: '/sign-in', search: {} });
});

const element = document.querySelector('#app');
if (element === null) throw new Error('The page has no #app');
createRoot(element).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <ModalsProvider modalProps={{ centered: true }}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
