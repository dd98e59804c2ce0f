/** Waits for frames of a video that have not been taken yet. */
export class NewFrames {
  readonly #video: HTMLVideoElement;
  readonly #signal: AbortSignal;
  #handle = 0;
  /** When the newest frame was shown, if nobody has taken it. */
  #newest: number | null = null;
  #waiting: ((timeMs: number | null) => void) | null = null;

  constructor(video: HTMLVideoElement, signal: AbortSignal) {
    this.#video = video;
    this.#signal = signal;
    this.#watch();
    signal.addEventListener('abort', () => {
      video.cancelVideoFrameCallback(this.#handle);
      this.#waiting?.(null);
    });
  }

  /** When the newest frame was shown, as soon as there is one; null once the signal is aborted. */
  next(): Promise<number | null> {
    const newest = this.#newest;
    this.#newest = null;
    if (this.#signal.aborted) return Promise.resolve(null);
    if (newest !== null) return Promise.resolve(newest);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  #watch(): void {
    this.#handle = this.#video.requestVideoFrameCallback((now) => {
      if (this.#waiting === null) this.#newest = now;
      this.#waiting?.(now);
      this.#waiting = null;
      if (!this.#signal.aborted) this.#watch();
    });
  }
}
