import { readFile } from 'node:fs/promises';

/** Enough calls under way to keep every worker busy. */
const AT_ONCE = 4;

/** Reads each file and works on it, a few at a time; results keep the order. */
export async function eachImage<Item extends { readonly file: string }, Result>(
  items: readonly Item[],
  work: (item: Item, bytes: Uint8Array) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, await readFile(item.file));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
