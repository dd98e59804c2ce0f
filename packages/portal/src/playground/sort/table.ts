import { groupName, type Group, type SortedFace } from './groups.js';

/** Who is in which photo, a line for each face, as CSV (RFC 4180). */
export function tableOf(groups: readonly Group[], faces: readonly SortedFace[]): string {
  const photoOf = new Map(faces.map(({ id, photo }) => [id, photo]));
  const rows = groups.flatMap((group, n) =>
    group.faces.map((id) => [groupName(group, n), String(n + 1), photoOf.get(id) ?? '']),
  );
  return [['person', 'group', 'photo'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A spreadsheet would take a text that starts like this for a formula, and run it. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
