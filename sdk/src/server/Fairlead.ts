import * as contract from '../contract.ts';
import {
  type Call,
  type CallOptions,
  type Fetch,
  newId,
  originOf,
  send,
  type Transport,
} from '../core/send.ts';
import { type BulkRun, createMany, type CreateManyOptions } from './createMany.ts';
import { errorOf } from './errors.ts';
import { type Pages, pagesOf } from './pages.ts';
import { type Reply, replyOf } from './Reply.ts';
import { type FinishedExport, runExport, type RunExportOptions } from './runExport.ts';
import { VERSION } from '../version.ts';

export interface FairleadOptions {
  /** A secret key of the project. Keep it on your servers. */
  readonly appKey?: string | undefined;
  /** A dashboard session; exports need one. */
  readonly sessionToken?: string | undefined;
  /** Of the server, such as `https://links.example.com`. */
  readonly baseUrl: string;
  readonly fetch?: Fetch | undefined;
  /** Milliseconds for each attempt; 30,000 unless said otherwise. */
  readonly timeout?: number | undefined;
  /** 2 unless said otherwise. */
  readonly maxRetries?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Paths are those of the API's documents, without `/v1` or, of the dashboard's API, `/api/v1`. */
export interface AnyOperation<Input, Output> extends contract.Operation<Input, Output> {
  readonly api?: 'sdk' | 'dashboard' | undefined;
}

type OutputOf<O> = O extends contract.Operation<infer _, infer Output> ? Output : never;
type BodyOf<O> =
  O extends contract.Operation<{ readonly body: infer Body }, infer _> ? Body : never;
type QueryOf<O> =
  O extends contract.Operation<{ readonly query?: infer Query }, infer _> ? Query : never;

/** A client for servers: one object for each project, safe to share. */
export class Fairlead {
  readonly links: ReturnType<typeof linksOf>;
  readonly installations: ReturnType<typeof installationsOf>;
  readonly sessions: ReturnType<typeof sessionsOf>;
  readonly exports: ReturnType<typeof exportsOf>;
  readonly #transport: Transport;
  readonly #dashboard: Transport;

  constructor(options: FairleadOptions) {
    const origin = originOf(options.baseUrl);
    const session = options.sessionToken && { authorization: `Bearer ${options.sessionToken}` };
    const transport: Transport = {
      baseUrl: `${origin}/v1`,
      fetch: options.fetch,
      timeout: options.timeout ?? 30_000,
      maxRetries: options.maxRetries ?? 2,
      retryDelay: 500,
      errorOf,
      headers: {
        'x-svc-client': 'fairlead-js',
        'x-svc-client-version': VERSION,
        ...options.headers,
      },
    };
    // A key and a session together would leave open who calls.
    const keyed = options.appKey
      ? { ...transport, headers: { ...transport.headers, 'x-app-key': options.appKey } }
      : { ...transport, headers: { ...transport.headers, ...session } };
    this.#transport = keyed;
    this.links = linksOf(keyed);
    this.installations = installationsOf(keyed);
    this.sessions = sessionsOf(keyed);
    this.#dashboard = {
      ...transport,
      baseUrl: `${origin}/api/v1`,
      headers: session ? { ...transport.headers, ...session } : keyed.headers,
    };
    this.exports = exportsOf(this.#dashboard);
  }

  /**
   * An operation that has no method here, such as the dashboard's `{ method: 'GET', path: '/projects', api: 'dashboard' }`.
   * A POST is repeated only where the server has refused to begin.
   */
  request<Input, Output>(
    operation: AnyOperation<Input, Output>,
    input: Input,
    options?: CallOptions,
  ): Reply<Output> {
    const transport = operation.api === 'dashboard' ? this.#dashboard : this.#transport;
    return replyOf(send(transport, operation, input, options));
  }

  health(options?: CallOptions): Reply<OutputOf<typeof contract.getHealth>> {
    return replyOf(send(this.#transport, contract.getHealth, {}, options));
  }

  plans(
    query: QueryOf<typeof contract.listPlans> = {},
    options?: CallOptions,
  ): Reply<contract.PlansResponse> {
    return replyOf(send(this.#transport, contract.listPlans, { query }, options));
  }
}

/** What the change of a link may say for itself. */
export interface ChangeOptions extends CallOptions {
  /**
   * The `etag` of the link as you read it (`withResponse()` tells it). If the link is another one by now, nothing changes
   * and a PreconditionFailedError is thrown.
   */
  readonly ifMatch?: string | undefined;
}

/** If the answer to a first attempt is lost, a second one would meet the version that the first has made. */
function onlyIf({ ifMatch, ...options }: ChangeOptions = {}): Call {
  if (ifMatch === undefined) return options;
  return { ...options, headers: { ...options.headers, 'if-match': ifMatch }, repeatable: false };
}

function linksOf(transport: Transport) {
  const links = {
    /** A retry finds the link of the first attempt: where you give no `externalId`, one is made. */
    create: (body: contract.BulkLinkRequest, options?: CallOptions): Reply<contract.ManagedLink> =>
      replyOf(
        send(
          transport,
          contract.createManagedLink,
          { body: { ...body, externalId: body.externalId ?? newId() } },
          { ...options, repeatable: true },
        ),
      ),
    /** Rows from anything that can be iterated; see BulkRun. */
    createMany: (
      rows: Iterable<contract.BulkLinkRequest> | AsyncIterable<contract.BulkLinkRequest>,
      options: CreateManyOptions = {},
    ): BulkRun => createMany(transport, rows, options),
    /** Counts nothing. */
    get: (slug: string, options?: CallOptions): Reply<contract.ResolvedLink> =>
      replyOf(send(transport, contract.getLink, { params: { slug } }, options)),
    /** As those who manage it see it; for a secret key. */
    getById: (id: string, options?: CallOptions): Reply<contract.ManagedLink> =>
      replyOf(send(transport, contract.getLinkById, { params: { id } }, options)),
    list: (
      query: QueryOf<typeof contract.listLinks> = {},
      options?: CallOptions,
    ): Pages<contract.LinkPage, contract.ManagedLink> =>
      pagesOf(
        async (cursor) => {
          const page = { ...query, ...(cursor !== undefined && { cursor }) };
          return (await send(transport, contract.listLinks, { query: page }, options)).data;
        },
        (page) => page.links,
      ),
    /** What is left out stays; null empties. */
    update: (
      id: string,
      body: contract.UpdateLinkRequest,
      options?: ChangeOptions,
    ): Reply<contract.ManagedLink> =>
      replyOf(send(transport, contract.updateLink, { params: { id }, body }, onlyIf(options))),
    delete: (id: string, options?: ChangeOptions): Reply<OutputOf<typeof contract.deleteLink>> =>
      replyOf(send(transport, contract.deleteLink, { params: { id } }, onlyIf(options))),
    stats: (
      id: string,
      query: QueryOf<typeof contract.getLinkStats> = {},
      options?: CallOptions,
    ): Reply<contract.LinkStats> =>
      replyOf(send(transport, contract.getLinkStats, { params: { id }, query }, options)),
    ...foresightOf(transport),
    /** Counts a click, as an app that opens the link does. */
    resolve: (url: string, options?: CallOptions): Reply<contract.RoutedLink> =>
      replyOf(send(transport, contract.resolveLink, { query: { url } }, options)),
  };
  return links;
}

/** What rules and experiments of a link do, would have done, and have brought. */
function foresightOf(transport: Transport) {
  /** A POST that changes nothing. */
  const again = { repeatable: true } as const;
  return {
    /** What it does for a visitor of your own making, also by other rules. Counts nothing. */
    simulate: (
      id: string,
      body: BodyOf<typeof contract.simulateVisit>,
      options?: CallOptions,
    ): Reply<contract.ExplainedVisit> =>
      replyOf(
        send(transport, contract.simulateVisit, { params: { id }, body }, { ...options, ...again }),
      ),
    /** What a change would have done to the visits of the last days. Changes nothing. */
    dryRun: (
      id: string,
      body: contract.DryRunRequest,
      options?: CallOptions,
    ): Reply<contract.DryRun> =>
      replyOf(
        send(transport, contract.dryRunLink, { params: { id }, body }, { ...options, ...again }),
      ),
    /** What rules and variants have brought, and whether an experiment has a verdict. */
    results: (
      id: string,
      query: QueryOf<typeof contract.getLinkResults> = {},
      options?: CallOptions,
    ): Reply<contract.LinkResults> =>
      replyOf(send(transport, contract.getLinkResults, { params: { id }, query }, options)),
  };
}

/** For servers that speak for a phone; apps have `@fairlead/sdk/app`. */
function installationsOf(transport: Transport) {
  const repeatable = { repeatable: true } as const;
  return {
    track: (
      body: contract.TrackInstallationRequest,
      options?: CallOptions,
    ): Reply<contract.TrackInstallationResponse> =>
      replyOf(send(transport, contract.trackInstallation, { body }, { ...options, ...repeatable })),
    bootstrap: (
      body: contract.BootstrapRequest,
      options?: CallOptions,
    ): Reply<contract.BootstrapResponse> =>
      replyOf(send(transport, contract.bootstrap, { body }, { ...options, ...repeatable })),
    /** Whose installation it is, by your own id of the person; null: nobody's. */
    identify: (
      body: contract.IdentifyRequest,
      options?: CallOptions,
    ): Reply<contract.SuccessResponse> =>
      replyOf(send(transport, contract.identify, { body }, { ...options, ...repeatable })),
    /** A click matches once, so this is never repeated by itself. */
    match: (body: contract.MatchRequest, options?: CallOptions): Reply<contract.MatchResponse> =>
      replyOf(send(transport, contract.matchDeferred, { body }, options)),
  };
}

function sessionsOf(transport: Transport) {
  return {
    start: (
      body: contract.StartSessionRequest,
      options?: CallOptions,
    ): Reply<contract.StartSessionResponse> =>
      replyOf(send(transport, contract.startSession, { body }, { ...options, repeatable: true })),
    end: (sessionId: string, options?: CallOptions): Reply<contract.SuccessResponse> =>
      replyOf(
        send(
          transport,
          contract.endSession,
          { params: { sessionId } },
          { ...options, repeatable: true },
        ),
      ),
  };
}

function exportsOf(transport: Transport) {
  return {
    /** Starts an export and waits until it has completed. */
    run: (
      projectId: string,
      filters: contract.ExportRequest = {},
      options: RunExportOptions = {},
    ): Promise<FinishedExport> => runExport(transport, projectId, filters, options),
  };
}
