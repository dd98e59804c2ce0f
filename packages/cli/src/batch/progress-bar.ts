import { progressLine } from './progress-line.js';

const ERASE = '\r\x1b[K';
const REDRAW_MS = 100;
const DEFAULT_COLUMNS = 80;

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown };

interface BarOptions {
  readonly quiet?: boolean;
  /** Results are written to the same terminal. */
  readonly isShared?: boolean;
}

/** A bar on a terminal, nothing anywhere else. */
export class ProgressBar {
  readonly #screen: Screen;
  readonly #isShown: boolean;
  readonly #isShared: boolean;
  readonly #total: number;
  readonly #started = performance.now();
  #done = 0;
  #known = 0;
  #failed = 0;
  #drawnAt = -Infinity;
  #isDrawn = false;

  constructor(screen: Screen, total: number, { quiet = false, isShared = false }: BarOptions = {}) {
    this.#screen = screen;
    this.#isShared = isShared;
    this.#total = total;
    // For one or two photos a bar would only flicker.
    this.#isShown = screen.isTTY && !quiet && total > 2;
  }

  step(how: 'done' | 'known' | 'failed'): void {
    this.#done++;
    if (how === 'known') this.#known++;
    if (how === 'failed') this.#failed++;
    if (performance.now() - this.#drawnAt >= REDRAW_MS) this.draw();
  }

  draw(): void {
    if (!this.#isShown) return;
    this.#drawnAt = performance.now();
    const line = progressLine({
      done: this.#done,
      total: this.#total,
      known: this.#known,
      failed: this.#failed,
      seconds: (this.#drawnAt - this.#started) / 1000,
    });
    const { columns } = this.#screen;
    // A line that wraps could not be erased again.
    this.#screen.write(`${ERASE}${line.slice(0, (columns > 0 ? columns : DEFAULT_COLUMNS) - 1)}`);
    this.#isDrawn = true;
  }

  /** Makes room for output on the same terminal; the next step draws the bar again. */
  makeRoom(): void {
    if (this.#isShared) this.clear();
  }

  clear(): void {
    if (!this.#isDrawn) return;
    this.#screen.write(ERASE);
    this.#isDrawn = false;
    this.#drawnAt = -Infinity;
  }
}
