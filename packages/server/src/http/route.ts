import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ErrorCode, ServiceError } from '../errors.js';
import { abortable } from '../work/deadline.js';
import type { Caller } from './callers.js';
import type { RouteScope } from './scopes.js';
import { rawQueryOf, readQuery, valuesOf, type Shape, type Values } from './query.js';
import { renderError, type StatedError } from './render-error.js';
import { scopeOf } from './plugins/request-scope.js';

/**
 * What a request may cost: nothing but sending what is prepared; a bounded number of rows, read in the caller's turn; all
 * rows of a collection, sent or stored piece by piece, each in a turn; a password that is hashed in a thread and a queue of
 * its own, or another service that is asked; an image loaded from a URL; or a call of the plan, which is metered and waits
 * for the engine.
 */
export type Cost = 'static' | 'rows' | 'stream' | 'log-in' | 'fetch' | 'call';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A request whose path and query are parsed. */
export interface Call<Params extends Shape, Query extends Shape> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  readonly params: Values<Params>;
  readonly query: Values<Query>;
}

/** A request whose body is read. */
export interface Received<Params extends Shape, Query extends Shape, Prepared, Body> extends Call<
  Params,
  Query
> {
  readonly prepared: Prepared;
  readonly body: Body;
}

/** How a body is read, and what the document says about it. */
export interface BodyKind<Body> {
  readonly errors: readonly ErrorCode[];
  read(request: FastifyRequest, reply: FastifyReply): Promise<Body>;
  /** The media types of the request body in the OpenAPI document. */
  content(bodies: ImageBodies): Readonly<Record<string, Content>>;
  /** An error as this body causes it, for the examples of the document. */
  exampleError?(code: ErrorCode): ServiceError | undefined;
}

/**
 * Which bodies of the operations on images the document names. Many generators make use of one body only for each
 * operation, and take JSON where there is a choice; what they make of the forms alone can upload files.
 */
export type ImageBodies = 'all' | 'forms';

export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** What a media type holds. */
export interface Content {
  readonly schema: z.ZodType | JsonSchema;
  readonly examples?: Examples;
}

/** How a result becomes a response, and what the document says about it. */
export interface ResponseKind<Data> {
  readonly description: string;
  /** By media type; examples are made from the schema where there are none. */
  content(bodies: ImageBodies): Readonly<Record<string, Content>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The payload, or the reply itself once it is sent. */
  send(data: Data, reply: FastifyReply, request: FastifyRequest): unknown;
}

export type { Shape };

export type Tag = 'Faces' | 'Liveness' | 'Collections' | 'Account' | 'Admin' | 'Service';

/** What the document says about a route beyond what follows from its schemas. */
export interface RouteText {
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  /** Headers that a request may have beside those of every request, with their descriptions. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
}

/** One route of any API of the service. */
export interface RouteSpec<Params extends Shape, Query extends Shape, Prepared, Body, Data> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly caller: Caller;
  /** What an API key must be for; every route that takes one has it. */
  readonly scope?: RouteScope;
  readonly cost: Cost;
  /** How many calls of the plan are reserved for a call; one without. */
  calls?(query: Values<Query>): number;
  /** A route without it is not in the document. */
  readonly document?: RouteText;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: BodyKind<Body>;
  readonly response: ResponseKind<Data>;
  /** In addition to those that follow from caller, parameters and body. */
  readonly errors?: readonly ErrorCode[];
  /** Sent with every response, including errors. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Polled by machines, and not worth a trace. */
  readonly untraced?: true;
  /** Before the body is read: rejects what cannot succeed, and may keep what it found for the handler. */
  prepare?(call: Call<Params, Query>): Prepared | Promise<Prepared>;
  handle(call: Received<Params, Query, Prepared, Body>): Data | Promise<Data>;
}

/** A route, whatever its parameters, body and result are. */
export interface RouteFacts extends Pick<
  RouteSpec<Shape, Shape, unknown, unknown, unknown>,
  | 'method'
  | 'path'
  | 'caller'
  | 'scope'
  | 'cost'
  | 'document'
  | 'params'
  | 'query'
  | 'errors'
  | 'headers'
  | 'untraced'
> {
  readonly body?: BodyKind<unknown>;
  readonly response: Omit<ResponseKind<unknown>, 'send'>;
}

export interface Route extends RouteFacts {
  readonly callsOf: (request: FastifyRequest) => number;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Makes a route: requests are parsed by its schemas, and its result becomes the response. */
export function route<const Params extends Shape, const Query extends Shape, Prepared, Body, Data>(
  spec: RouteSpec<Params, Query, Prepared, Body, Data>,
): Route {
  const params = valuesOf(spec.params);
  const query = valuesOf(spec.query);
  return {
    ...spec,
    callsOf: (request) => {
      if (spec.calls === undefined) return 1;
      try {
        return spec.calls(query(readQuery(rawQueryOf(request.raw))));
      } catch {
        // The handler rejects the query.
        return 1;
      }
    },
    handler: async (request, reply) => {
      const { signal, inTurn } = scopeOf(request);
      const call = {
        request,
        reply,
        signal,
        params: params(request.params),
        query: query(readQuery(rawQueryOf(request.raw))),
      };
      const prepared = (await spec.prepare?.(call)) as Prepared;
      const body = spec.body === undefined ? (undefined as Body) : await spec.body.read(request, reply);
      const handle = (): Data | Promise<Data> => spec.handle({ ...call, prepared, body });
      const work = spec.cost === 'rows' ? inTurn(handle) : handle();
      // A call of the plan is counted or released before its response is sent; it minds the signal itself.
      const data = await (spec.cost === 'call' || !(work instanceof Promise)
        ? work
        : abortable(work, signal));
      request.succeeded = spec.cost !== 'static';
      return spec.response.send(data, reply, request);
    },
  };
}

/** How the API of another service differs from ours in every route. */
export interface Dialect {
  /** The headers in which an API key may be. */
  readonly apiKeyHeaders?: readonly string[];
  readonly stateError: (error: ServiceError, request: FastifyRequest) => StatedError;
}

/** A route as its requests see it. */
export interface ServedRoute extends Route {
  readonly dialect?: Dialect | undefined;
}

/** Adds routes to the app; nothing else does. */
export function addRoutes(app: FastifyInstance, routes: readonly Route[], dialect?: Dialect): void {
  for (const each of routes)
    app.route({
      method: each.method,
      url: each.path,
      config: { route: { ...each, dialect } },
      handler: each.handler,
      errorHandler: (error, request, reply) => void renderError(error, request, reply, dialect?.stateError),
    });
}
