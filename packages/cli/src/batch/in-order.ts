export interface Pace {
  /** How many tasks run at the same time. */
  readonly atOnce: number;
  /** How many may be started and not yet yielded, so that one slow task does not immediately hold up the others. */
  readonly ahead: number;
}

/** Does the work for every item, several at a time, and yields the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  { atOnce, ahead }: Pace,
): AsyncGenerator<Result, void, undefined> {
  const iterator = items[Symbol.iterator]();
  const started: Promise<Result>[] = [];
  let running = 0;
  let isExhausted = false;
  let slotIsFree: () => void = () => undefined;

  const start = (item: Item): void => {
    running++;
    const result = work(item).finally(() => {
      running--;
      slotIsFree();
    });
    // A failure is thrown where the result is yielded.
    result.catch(() => undefined);
    started.push(result);
  };

  for (;;) {
    while (!isExhausted && running < atOnce && started.length < ahead) {
      const next = iterator.next();
      if (next.done === true) isExhausted = true;
      else start(next.value);
    }
    const [first] = started;
    if (first === undefined) return;
    const slot = new Promise<'slot'>((resolve) => {
      slotIsFree = () => {
        resolve('slot');
      };
    });
    const event = await Promise.race([first.then(() => 'first' as const), slot]);
    if (event === 'slot' && started.length < ahead && !isExhausted) continue;
    yield await first;
    void started.shift();
  }
}
