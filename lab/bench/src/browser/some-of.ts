const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
const REPORT_EVERY = 50;

/** The items in an order that takes from everywhere in the list, so that the first ones stand for all; until the time is up. */
export function* someOf<Item>(items: readonly Item[], most: number, minutes: number): Generator<Item> {
  const end = performance.now() + 60_000 * minutes;
  const place = (n: number): number => (n * GOLDEN_RATIO) % 1;
  const order = items.map((_, n) => n).sort((a, b) => place(a) - place(b));
  for (const [count, n] of order.slice(0, most).entries()) {
    const item = items[n];
    if (item === undefined || performance.now() >= end) return;
    if (count % REPORT_EVERY === 0) process.stderr.write(`${count} of ${Math.min(most, items.length)}\n`);
    yield item;
  }
}
