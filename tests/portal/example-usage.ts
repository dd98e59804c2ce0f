const DAY_MS = 86_400_000;
const DAYS = 30;
const LIMIT = 25_000;

/** A response of /account/usage with figures made up for the documentation: a fresh account has none to show. */
export function exampleUsage(now: number): object {
  const days = Array.from({ length: DAYS }, (_, n) => dayRows(now, n)).flat();
  const used = days.reduce((sum, { outcome, calls }) => sum + (outcome === '1000' ? calls : 0), 0);
  return {
    status: 'ok',
    code: '1000',
    success: true,
    message: 'The usage.',
    data: {
      days,
      quota: {
        limit: LIMIT,
        used,
        remaining: LIMIT - used,
        period_start: new Date(now - DAYS * DAY_MS).toISOString(),
        period_end: new Date(now + DAY_MS).toISOString(),
      },
      latency: { p95_ms: 412, requests: 1000 },
    },
  };
}

interface Row {
  readonly day: string;
  readonly operation: string;
  readonly outcome: string;
  readonly calls: number;
}

/** A quiet weekend, a slow rise, and now and then a burst that was rejected. */
function dayRows(now: number, ago: number): Row[] {
  const at = new Date(now - ago * DAY_MS);
  const day = at.toISOString().slice(0, 10);
  const weekend = at.getUTCDay() % 6 === 0;
  const busy = (weekend ? 60 : 240) + (DAYS - ago) * (weekend ? 2 : 7) + ((ago * 37) % 50);
  const row = (operation: string, calls: number, outcome = '1000'): Row => ({
    day,
    operation,
    outcome,
    calls,
  });
  return [
    row('get_image_attr', busy),
    row('match_faces', Math.round(busy * 0.6)),
    row('get_face_vec', Math.round(busy * 0.35)),
    ...(ago % 9 === 4 ? [row('match_faces', 90, '4291')] : []),
  ];
}
