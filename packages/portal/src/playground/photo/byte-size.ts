const UNITS = [
  ['MB', 1024 * 1024],
  ['KB', 1024],
] as const;

/** A number of bytes as people say it. */
export function byteSizeText(bytes: number): string {
  const [name, size] = UNITS.find(([, unit]) => bytes >= unit) ?? (['bytes', 1] as const);
  const amount = bytes / size;
  return `${amount < 10 && size > 1 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${name}`;
}
