/** A piece of a line in one style. */
export interface Run {
  readonly text: string;
  readonly colour: Colour | null;
  readonly bold: boolean;
  readonly dim: boolean;
}

export type Colour = 'red' | 'green' | 'yellow' | 'cyan';

const COLOURS: Readonly<Record<number, Colour>> = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' };
const CODE = /\u001b\[(\d+)m/;
const PLAIN = { colour: null, bold: false, dim: false } as const;

/** The runs of one line of a terminal. Only the codes that the command uses are known; others would be a mistake. */
export function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let style: Omit<Run, 'text'> = PLAIN;
  // Splitting by a pattern with a group gives texts and codes in turn.
  for (const [n, part] of line.split(CODE).entries()) {
    if (n % 2 === 1) style = styled(style, Number(part));
    else if (part !== '') runs.push({ text: part, ...style });
  }
  return runs;
}

function styled(style: Omit<Run, 'text'>, code: number): Omit<Run, 'text'> {
  const colour = COLOURS[code];
  if (colour !== undefined) return { ...style, colour };
  if (code === 39) return { ...style, colour: null };
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  throw new Error(`The terminal code ${code} is not known.`);
}
