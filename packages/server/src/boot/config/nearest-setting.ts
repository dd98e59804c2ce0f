import { SETTINGS } from './config.js';

/** The setting whose name takes the fewest changes to get from this one; our prefix may be there without need. */
export function nearestSetting(name: string): string {
  const names = Object.keys(SETTINGS.shape);
  const wanted = name.toUpperCase();
  const bare = wanted.replace(/^FACET_/, '');
  const distances = names.map((known) => Math.min(editDistance(wanted, known), editDistance(bare, known)));
  return names[distances.indexOf(Math.min(...distances))] ?? '';
}

/** How many letters must be inserted, left out or replaced (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of from.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of to.split('').entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}
