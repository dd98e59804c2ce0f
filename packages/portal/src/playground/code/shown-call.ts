import type { Exchange } from '../api/exchange.js';
import type { ApiRequest } from '../api/request.js';

/** A call as a program would make it. */
export interface ProgramCall {
  readonly label: string;
  readonly request: ApiRequest;
}

/** A call that the page has made, or makes when it is asked to. */
export interface ShownCall extends ProgramCall {
  readonly exchange: Exchange | null;
  /** Makes the call; absent where the page makes it by itself. */
  readonly onRun?: (() => void) | undefined;
  readonly running?: boolean;
}
