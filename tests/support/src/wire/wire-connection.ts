import { connect, type Socket } from 'node:net';
import type { WireRequest } from './wire-request.js';

export interface WireResponse {
  readonly status: number;
  /** Of the envelope; empty where there is none. */
  readonly code: string;
  readonly body: Buffer;
  readonly ms: number;
}

interface Pending {
  readonly resolve: (response: WireResponse) => void;
  readonly reject: (error: Error) => void;
  readonly sentAt: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
const CODE = /"code":"(\d{4})"/;

/**
 * One connection that is kept open and carries one request at a time. It does only what a load generator needs, so that
 * generating load is cheap.
 */
export class WireConnection {
  readonly #socket: Socket;
  #heard: Buffer = NOTHING;
  #pending: Pending | undefined;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#hear(chunk);
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#fail(new Error('The connection was closed.'));
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** The response, however long it takes. The service has a deadline; a caller who does not want to wait closes the connection. */
  send({ bytes }: WireRequest): Promise<WireResponse> {
    if (this.#pending !== undefined) throw new Error('The connection has a request under way.');
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject, sentAt: performance.now() };
      if (this.isOpen) this.#socket.write(bytes);
      else this.#fail(new Error('The connection was closed.'));
    });
  }

  /** Sends only part of the request, then disconnects. */
  async sendAndLeave({ bytes }: WireRequest, length: number): Promise<void> {
    await new Promise<void>((resolve) =>
      this.#socket.write(bytes.subarray(0, length), () => {
        resolve();
      }),
    );
    this.close();
  }

  close(): void {
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(error);
  }

  #hear(chunk: Buffer): void {
    this.#heard = this.#heard.length === 0 ? chunk : Buffer.concat([this.#heard, chunk]);
    const end = this.#heard.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#heard.toString('latin1', 0, end);
    const from = end + HEAD_END.length;
    const to = from + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (this.#heard.length < to) return;
    const body = this.#heard.subarray(from, to);
    this.#heard = this.#heard.length === to ? NOTHING : this.#heard.subarray(to);
    const pending = this.#pending;
    this.#pending = undefined;
    if (/^connection: close/im.test(head)) this.close();
    pending?.resolve({
      status: Number(head.slice(9, 12)),
      code: CODE.exec(body.toString('latin1', 0, 200))?.[1] ?? '',
      body,
      ms: performance.now() - pending.sentAt,
    });
  }
}
