const BAR_WIDTH = 24;

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Of those done, how many came from the journal; they say nothing about the pace. */
  readonly known: number;
  readonly failed: number;
  readonly seconds: number;
}

/** `[######------------------]  612/2,400  24.1/s  1:14 left  2 failed` */
export function progressLine({ done, total, known, failed, seconds }: Progress): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((done / total) * BAR_WIDTH);
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled);
  const rate = seconds > 0 ? (done - known) / seconds : 0;
  const parts = [`[${bar}]`, `${done.toLocaleString('en')}/${total.toLocaleString('en')}`];
  if (rate > 0) {
    parts.push(`${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)}/s`);
    parts.push(`${clock((total - done) / rate)} left`);
  }
  if (failed > 0) parts.push(`${failed.toLocaleString('en')} failed`);
  return parts.join('  ');
}

/** 0:07, 12:30, 3:02:11. */
export function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
