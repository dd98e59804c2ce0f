/** What is wrong with the last day of a plan as typed; the service has the last word. */
export function dayProblem(text: string, now = Date.now()): string | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(start)) return 'Enter a day, such as 2027-01-31.';
  if (text < new Date(now).toISOString().slice(0, 10)) return 'Enter a day that is not over yet.';
  return undefined;
}
