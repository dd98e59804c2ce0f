const MAX_WIDTH = 400;
const DIGITS = 4;

/** JSON with four significant digits, in which whatever fits into a line takes one line. */
export function compactJson(value: unknown, indent = ''): string {
  const text = JSON.stringify(value, rounded);
  if (typeof value !== 'object' || value === null || indent.length + text.length <= MAX_WIDTH) return text;
  const deeper = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => deeper + compactJson(item, deeper))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${deeper}${JSON.stringify(key)}: ${compactJson(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;
