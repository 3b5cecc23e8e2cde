import { operations } from '@fairlead/contract';
import type { Route } from '../routing/route.ts';
import * as account from './account/index.ts';
import * as appKeys from './appKeys/index.ts';
import * as analytics from './analytics/index.ts';
import * as attribution from './attribution/index.ts';
import * as audit from './audit/index.ts';
import * as brand from './brand/index.ts';
import * as builds from './builds/index.ts';
import * as domains from './domains/index.ts';
import * as events from './events/index.ts';
import * as eventSources from './eventSources/index.ts';
import * as exports from './exports/index.ts';
import * as folders from './folders/index.ts';
import * as installations from './installations/index.ts';
import * as linkImages from './linkImages/index.ts';
import * as linkTemplates from './linkTemplates/index.ts';
import * as linkViews from './linkViews/index.ts';
import * as links from './links/index.ts';
import * as members from './members/index.ts';
import * as numbers from './numbers/index.ts';
import * as plans from './plans/index.ts';
import * as projects from './projects/index.ts';
import * as rules from './rules/index.ts';
import * as server from './server/index.ts';

const handlers: readonly Readonly<Record<string, Route>>[] = [
  account,
  appKeys,
  analytics,
  attribution,
  audit,
  brand,
  builds,
  domains,
  events,
  eventSources,
  exports,
  folders,
  installations,
  linkImages,
  linkTemplates,
  linkViews,
  links,
  members,
  numbers,
  plans,
  projects,
  rules,
  server,
];

/** Every operation the server answers; methods and paths are in the contract. */
export const routes: readonly Route[] = handlers.flatMap((folder) => Object.values(folder));

const missing = Object.keys(operations).filter(
  (id) => !routes.some(({ operation }) => operation.id === id),
);
if (missing.length > 0) {
  throw new Error(`No handler for ${missing.join(', ')}; list it in the index.ts of its folder`);
}
