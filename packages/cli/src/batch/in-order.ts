export interface Pace {
  /** How many pieces of work run at the same time. */
  readonly atOnce: number;
  /** How many may be begun and not yet handed out, so that one slow piece does not hold up the others at once. */
  readonly ahead: number;
}

/** Does the work for every item, several at a time, and hands out the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  { atOnce, ahead }: Pace,
): AsyncGenerator<Result, void, undefined> {
  const iterator = items[Symbol.iterator]();
  const begun: Promise<Result>[] = [];
  let running = 0;
  let isOver = false;
  let placeIsFree: () => void = () => undefined;

  const begin = (item: Item): void => {
    running++;
    const result = work(item).finally(() => {
      running--;
      placeIsFree();
    });
    // A failure is met where the result is handed out.
    result.catch(() => undefined);
    begun.push(result);
  };

  for (;;) {
    while (!isOver && running < atOnce && begun.length < ahead) {
      const next = iterator.next();
      if (next.done === true) isOver = true;
      else begin(next.value);
    }
    const [first] = begun;
    if (first === undefined) return;
    const place = new Promise<'place'>((resolve) => {
      placeIsFree = () => {
        resolve('place');
      };
    });
    const event = await Promise.race([first.then(() => 'first' as const), place]);
    if (event === 'place' && begun.length < ahead && !isOver) continue;
    yield await first;
    void begun.shift();
  }
}
