import type { RefusalNotes } from './refusal-notes.js';
import type { ServerRoll } from './server-roll.js';

const NOTES_MS = 1000;
const BEAT_MS = 5000;

/** What the meter does by the clock: writes notes, shows that this server lives, buries those that do not. */
export class Upkeep {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #underWay = new Set<Promise<void>>();

  constructor(
    private readonly roll: ServerRoll,
    private readonly notes: RefusalNotes,
    private readonly onProblem: (error: unknown) => void,
  ) {}

  async start(): Promise<void> {
    await this.roll.signOn();
    this.#every(NOTES_MS, () => this.notes.write());
    this.#every(BEAT_MS, async () => {
      await this.roll.beat();
      await this.roll.giveBackOfDead();
    });
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#underWay);
    await this.#quietly(() => this.notes.write());
    await this.#quietly(() => this.roll.signOff());
  }

  #every(ms: number, work: () => Promise<void>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      const turn = this.#quietly(work).finally(() => {
        isBusy = false;
        this.#underWay.delete(turn);
      });
      this.#underWay.add(turn);
    }, ms);
    timer.unref();
    this.#timers.push(timer);
  }

  /** Nobody waits for it, so its failure is told and tried again at the next time. */
  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.onProblem(error);
    }
  }
}
