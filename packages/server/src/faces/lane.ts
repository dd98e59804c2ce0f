import type { FastifyRequest } from 'fastify';
import type { BodyLimits } from '../http/body/body-stream.js';
import type { FetcherOf } from '../images/index.js';
import type { ServiceMetrics } from '../observe/service-metrics.js';
import type { Admission } from '../work/admission.js';
import type { EngineSource } from '../work/engine-source.js';

/** What the calls of one kind of caller may use. */
export interface Lane {
  readonly engine: EngineSource;
  /** The queue in front of the engine. */
  readonly admission: Admission;
  /** Fetches the images that a call names by URL. */
  readonly fetcherFor: FetcherOf;
  readonly limits: BodyLimits;
  readonly metrics: Pick<ServiceMetrics, 'observeQueue' | 'observeStages'>;
}

/** The lanes of the service: of accounts, and of trial calls where there are any. */
export interface Lanes {
  readonly account: Lane;
  readonly trial: Lane | null;
}

export const laneOf = ({ account, trial }: Lanes, request: FastifyRequest): Lane =>
  request.account === null && trial !== null ? trial : account;
