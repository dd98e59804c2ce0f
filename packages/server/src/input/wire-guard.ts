import type { Socket } from 'node:net';
import { urlFailed } from './url-failure.js';

/**
 * Bytes of a connection beside those of the image: headers, the framing of chunks, and what has arrived and was not read
 * yet. Ordinary servers need a few kilobytes of it.
 */
const MOST_OVERHEAD = 512 * 1024;
/** Small chunks need more framing the more they are; ordinary ones a hundredth of their bytes. */
const OVERHEAD_SHARE = 0.25;

/**
 * Bounds what comes over the wire, as the socket counts it. The parser of answers passes over interim answers and the
 * extensions of chunks without end, so that no limit on the body would ever see them.
 */
export class WireGuard {
  #bodyBytes = 0;

  /** Tells of bytes that belong to the image. */
  countBody(bytes: number): void {
    this.#bodyBytes += bytes;
  }

  /** Ends the connection as soon as it has brought too much that is no image. */
  watch(socket: Socket): void {
    socket.on('readable', () => {
      const overhead = socket.bytesRead - this.#bodyBytes;
      if (overhead > MOST_OVERHEAD + OVERHEAD_SHARE * this.#bodyBytes) socket.destroy(urlFailed('overhead'));
    });
  }
}
