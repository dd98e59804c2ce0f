import { CHARACTER_WIDTH, FONT, px } from '@facet/cli/draw';

const SIZE = 15;
const LINE = 22;
const PADDING = 22;
const BAR = 38;
const GROUND = '#0f172a';
const TEXT = '#e2e8f0';
const PAINTS: Readonly<Record<Colour, string>> = {
  red: '#fda4af',
  green: '#5eead4',
  yellow: '#ffe08a',
  cyan: '#80e5ff',
};

/** A picture of a terminal with these lines on it. */
export function terminalSvg(lines: readonly string[], columns: number, title: string): string {
  const advance = SIZE * CHARACTER_WIDTH;
  const width = Math.ceil(2 * PADDING + columns * advance);
  const height = BAR + lines.length * LINE + PADDING;
  const dots = ['#fda4af', '#ffe08a', '#5eead4']
    .map((colour, n) => `<circle cx="${PADDING + 4 + n * 20}" cy="${BAR / 2}" r="6" fill="${colour}"/>`)
    .join('');
  const texts = lines.map((line, n) => lineText(runsOf(line), BAR + n * LINE + SIZE, advance)).join('\n');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"` +
    ` font-family="${FONT}" font-size="${SIZE}" role="img" aria-label="${escaped(title)}">\n` +
    `<rect width="${width}" height="${height}" rx="12" fill="${GROUND}"/>\n${dots}\n${texts}\n</svg>\n`
  );
}

/** Every run stands where its column is, whatever the width of the letters that the viewer has. */
function lineText(runs: readonly Run[], y: number, advance: number): string {
  let column = 0;
  return runs
    .map((run) => {
      const x = PADDING + column * advance;
      const { length } = run.text;
      column += length;
      if (run.text.trim() === '') return '';
      const paint = run.colour === null ? TEXT : PAINTS[run.colour];
      return (
        `<text xml:space="preserve" x="${px(x)}" y="${px(y)}" textLength="${px(length * advance)}" fill="${paint}"` +
        `${run.bold ? ' font-weight="bold"' : ''}${run.dim ? ' opacity="0.6"' : ''}>${escaped(run.text)}</text>`
      );
    })
    .join('');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A piece of a line in one style. */
interface Run {
  readonly text: string;
  readonly colour: Colour | null;
  readonly bold: boolean;
  readonly dim: boolean;
}

type Colour = 'red' | 'green' | 'yellow' | 'cyan';

const COLOURS: Readonly<Record<number, Colour>> = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' };
const CODE = /\u001b\[(\d+)m/;
const PLAIN = { colour: null, bold: false, dim: false } as const;

/** The runs of one line of a terminal. Only the codes that the command uses are known; others would be a mistake. */
function runsOf(line: string): Run[] {
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
