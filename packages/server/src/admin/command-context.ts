import type { Writable } from 'node:stream';
import type { AdminInput } from './confirm.js';
import type { WithAdmin } from './admin-context.js';

/** What the commands read from and write to. */
export interface CommandContext {
  readonly withAdmin: WithAdmin;
  readonly input: AdminInput;
  /** Results alone, so that they can be piped. */
  readonly out: Writable;
  /** What is wrong with the arguments. */
  readonly err: Writable;
  /** A remark for the person at the terminal. */
  readonly note: (text: string) => void;
}
