import type { App } from '../App.ts';
import type { Domain } from '#teams/domains/Domain.ts';
import type { FrontResponse } from '#platform/lib/web/exchange.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';
import type { Link } from '#links/link/Link.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { ClickTokens } from './clickTokens.ts';
import type { RenderingBudget } from './createRenderingBudget.ts';
import type { QrImages } from './qr/createQrImages.ts';

/** What the link host and the launch domain need. */
export interface LinkHostContext {
  readonly app: App;
  readonly tokens: ClickTokens;
  readonly qrImages: QrImages;
  readonly flowBudget: RenderingBudget;
}

/** One request to the link host or the launch domain, and its response. */
export interface Exchange {
  readonly context: LinkHostContext;
  readonly facts: RequestFacts;
  readonly response: FrontResponse;
}

/** One visit to a link that was found. */
export interface Visiting extends Exchange {
  readonly domain: Domain;
  readonly link: Link;
  readonly project: Project;
  /** Raw, without its `?`. */
  readonly query: string;
  readonly method: string;
  /** What the visit forwards to the app in addition to what the link's passthrough allows, as a query. */
  readonly forwarded?: string;
}
