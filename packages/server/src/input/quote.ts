const LONGEST_QUOTE = 48;

/** A caller's own text for use in a message: one line, printable, short. */
export function quote(text: string): string {
  const printable = text
    .slice(0, LONGEST_QUOTE * 4)
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();
  return printable.length > LONGEST_QUOTE ? `"${printable.slice(0, LONGEST_QUOTE)}…"` : `"${printable}"`;
}
