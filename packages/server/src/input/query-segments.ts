/** One piece of a raw query string between two `&`. */
export interface QuerySegment {
  /** Decoded; null where its percent-encoding is broken, so that it can be no name we know. */
  readonly key: string | null;
  /** Decoded; null where its percent-encoding is broken. Empty where there is none. */
  readonly value: string | null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** The segments of a raw query string in their order, empty ones left out. */
export function querySegments(rawQuery: string): QuerySegment[] {
  const query = rawQuery.startsWith('?') ? rawQuery.slice(1) : rawQuery;
  return query
    .split('&')
    .filter((segment) => segment !== '')
    .map((segment) => {
      const equals = segment.indexOf('=');
      if (equals === -1) return { key: decode(segment), value: '' };
      return { key: decode(segment.slice(0, equals)), value: decode(segment.slice(equals + 1)) };
    });
}
