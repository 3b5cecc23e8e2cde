import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { call } from './api/call.ts';
import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { listProjects } from '@fairlead/contract/operations/dashboard/projects';
import { session } from './api/session.ts';
import { Frame } from './frame/Frame.tsx';
import { NotFound, ScreenFailure } from './frame/NotFound.tsx';
import { readNumbersWindow } from './numbers/numbersWindow.ts';
import type { InstallationFilters } from './screens/installations/installationFilters.ts';
import { readLinkFilters } from './screens/links/list/linkFilters.ts';
import { readLinkTab } from './screens/links/page/linkTabs.ts';
import { PublicPage } from './parts/PublicPage.tsx';
import { Waiting } from './parts/states.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** Search parameters that are omitted if they are empty. */
const optional =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>) => {
    const filled = names.filter((name) => typeof search[name] === 'string' && search[name] !== '');
    return Object.fromEntries(filled.map((name) => [name, search[name]])) as {
      [N in Name]?: string;
    };
  };

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: optional('next', 'error'),
  component: lazyRouteComponent(() => import('./screens/signIn/SignIn.tsx'), 'SignIn'),
});
const signInCode = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/code',
  validateSearch: optional('next'),
  component: lazyRouteComponent(() => import('./screens/signIn/SignInCode.tsx'), 'SignInCode'),
});
const signedInBeside = createRoute({
  getParentRoute: () => root,
  path: '/signed-in',
  component: lazyRouteComponent(() => import('./screens/signIn/SignedIn.tsx'), 'SignedIn'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./screens/signIn/Password.tsx'), 'ForgotPassword'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: optional('token'),
  component: lazyRouteComponent(() => import('./screens/signIn/Password.tsx'), 'ResetPassword'),
});
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: optional('token'),
  component: lazyRouteComponent(() => import('./screens/signIn/VerifyEmail.tsx'), 'VerifyEmail'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: optional('token'),
  component: lazyRouteComponent(() => import('./screens/signIn/Invitation.tsx'), 'Invitation'),
});

const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared/$token',
  validateSearch: readNumbersWindow,
  component: lazyRouteComponent(
    () => import('./screens/shared/SharedNumbers.tsx'),
    'SharedNumbers',
  ),
});

/** Everything below requires a signed-in person: a token in memory, or one obtained with the cookie. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  component: Frame,
  errorComponent: ({ error }) => (
    <PublicPage title="Could not open the dashboard">
      <ScreenFailure error={error} />
    </PublicPage>
  ),
  beforeLoad: async ({ location }) => {
    if (session.token() !== undefined) return;
    const renewal = await session.renew();
    if (renewal.outcome === 'renewed') return;
    if (renewal.outcome === 'unreachable') throw renewal.error;
    const next = location.href;
    throw redirect({ to: '/sign-in', search: next === '/' ? {} : { next } });
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  loader: async () => {
    const { projects } = await call(listProjects, {});
    const [first] = projects;
    if (first === undefined) throw redirect({ to: '/new-project' });
    const params = { projectId: first.id };
    const { links } = await call(listProjectLinks, {
      params,
      query: { limit: 1, sortBy: 'clickCount', sortOrder: 'desc' },
    });
    // Until the first click, the guide is more useful.
    const begun = links.some(({ stats }) => stats.clicks > 0);
    throw redirect({ to: begun ? '/p/$projectId/links' : '/p/$projectId/start', params });
  },
});
const newProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/new-project',
  component: lazyRouteComponent(() => import('./screens/projects/NewProject.tsx'), 'NewProject'),
});
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/account/Account.tsx'), 'Account'),
});
const connect = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect',
  component: lazyRouteComponent(() => import('./screens/account/Connect.tsx'), 'Connect'),
});
const project = createRoute({ getParentRoute: () => signedIn, path: '/p/$projectId' });

const start = createRoute({
  getParentRoute: () => project,
  path: '/start',
  component: lazyRouteComponent(() => import('./screens/start/Start.tsx'), 'Start'),
});
const links = createRoute({
  getParentRoute: () => project,
  path: '/links',
  validateSearch: readLinkFilters,
  component: lazyRouteComponent(() => import('./screens/links/list/Links.tsx'), 'Links'),
});
const newLink = createRoute({
  getParentRoute: () => project,
  path: '/links/new',
  /** Ids of a link that the new one is to be like, or of a template. */
  validateSearch: ({
    from,
    template,
  }: Record<string, unknown>): { from?: string; template?: string } => ({
    ...(typeof from === 'string' && { from }),
    ...(typeof template === 'string' && { template }),
  }),
  component: lazyRouteComponent(() => import('./screens/links/edit/NewLink.tsx'), 'NewLink'),
});
const importLinks = createRoute({
  getParentRoute: () => project,
  path: '/links/import',
  component: lazyRouteComponent(() => import('./screens/imports/ImportLinks.tsx'), 'ImportLinks'),
});
const link = createRoute({
  getParentRoute: () => project,
  path: '/links/$linkId',
  validateSearch: (search: Record<string, unknown>) => ({
    ...readLinkTab(search),
    ...readNumbersWindow(search),
  }),
  component: lazyRouteComponent(() => import('./screens/links/page/LinkPage.tsx'), 'LinkPage'),
});
const editLink = createRoute({
  getParentRoute: () => project,
  path: '/links/$linkId/edit',
  component: lazyRouteComponent(() => import('./screens/links/edit/EditLink.tsx'), 'EditLink'),
});
const analytics = createRoute({
  getParentRoute: () => project,
  path: '/analytics',
  validateSearch: readNumbersWindow,
  component: lazyRouteComponent(() => import('./screens/analytics/Analytics.tsx'), 'Analytics'),
});
const events = createRoute({
  getParentRoute: () => project,
  path: '/events',
  // The page reads it, so that its words are not loaded before the first screen.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('./screens/events/Events.tsx'), 'Events'),
});
const installations = createRoute({
  getParentRoute: () => project,
  path: '/installations',
  // The page examines the filters, so that their words are not loaded before the first screen.
  validateSearch: (search: Record<string, unknown>) => ({
    ...(search as InstallationFilters),
    ...optional('id')(search),
  }),
  component: lazyRouteComponent(
    () => import('./screens/installations/Installations.tsx'),
    'Installations',
  ),
});
const exports_ = createRoute({
  getParentRoute: () => project,
  path: '/exports',
  component: lazyRouteComponent(() => import('./screens/exports/Exports.tsx'), 'Exports'),
});
const domains = createRoute({
  getParentRoute: () => project,
  path: '/domains',
  component: lazyRouteComponent(() => import('./screens/domains/Domains.tsx'), 'Domains'),
});
const brand = createRoute({
  getParentRoute: () => project,
  path: '/brand',
  component: lazyRouteComponent(() => import('./screens/brand/Brand.tsx'), 'Brand'),
});
const apps = createRoute({
  getParentRoute: () => project,
  path: '/apps',
  component: lazyRouteComponent(() => import('./screens/apps/Apps.tsx'), 'Apps'),
});
const keys = createRoute({
  getParentRoute: () => project,
  path: '/keys',
  component: lazyRouteComponent(() => import('./screens/keys/Keys.tsx'), 'Keys'),
});
const members = createRoute({
  getParentRoute: () => project,
  path: '/members',
  component: lazyRouteComponent(() => import('./screens/members/Members.tsx'), 'Members'),
});
const plan = createRoute({
  getParentRoute: () => project,
  path: '/plan',
  validateSearch: optional('billing', 'plan'),
  component: lazyRouteComponent(() => import('./screens/plan/Plan.tsx'), 'Plan'),
});
const audit = createRoute({
  getParentRoute: () => project,
  path: '/audit',
  component: lazyRouteComponent(() => import('./screens/audit/Audit.tsx'), 'Audit'),
});
const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('./screens/settings/Settings.tsx'), 'Settings'),
});

const tree = root.addChildren([
  signIn,
  signInCode,
  signedInBeside,
  forgotPassword,
  resetPassword,
  verifyEmail,
  invitation,
  shared,
  signedIn.addChildren([
    home,
    newProject,
    account,
    connect,
    project.addChildren([
      start,
      links,
      newLink,
      importLinks,
      link,
      editLink,
      analytics,
      events,
      installations,
      exports_,
      domains,
      brand,
      apps,
      keys,
      members,
      plan,
      audit,
      settings,
    ]),
  ]),
]);

export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Waiting rows={6} />,
    defaultPendingMs: 200,
    defaultErrorComponent: ScreenFailure,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
