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

const BAR_WIDTH = 24;

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Of those done, how many came from the journal; they say nothing about the pace. */
  readonly known: number;
  readonly failed: number;
  readonly seconds: number;
}

/** `[######------------------]  612/2,400  24.1/s  1:14 left  2 failed` */
export function progressLine({ done, total, known, failed, seconds }: Progress): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((done / total) * BAR_WIDTH);
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled);
  const rate = seconds > 0 ? (done - known) / seconds : 0;
  const parts = [`[${bar}]`, `${done.toLocaleString('en')}/${total.toLocaleString('en')}`];
  if (rate > 0) {
    parts.push(`${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)}/s`);
    parts.push(`${clock((total - done) / rate)} left`);
  }
  if (failed > 0) parts.push(`${failed.toLocaleString('en')} failed`);
  return parts.join('  ');
}

/** 0:07, 12:30, 3:02:11. */
export function clock(seconds: number): string {
  const total = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
