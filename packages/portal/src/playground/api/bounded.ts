/** Calls of a series that are under way at the same time. */
export const CALLS_AT_ONCE = 2;

/** Runs `work` over the items, so many at a time, in order; the results keep the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}
