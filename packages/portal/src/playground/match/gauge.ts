/** Below this distance two faces are the same person. */
export const SAME_PERSON_BELOW = 0.5;

/** The end of the scale: the service states distances from 0 to 0.9. */
export const LONGEST_DISTANCE = 0.9;

export interface GaugeReading {
  readonly same: boolean;
  /** Where the needle stands on the scale, 0 to 1. */
  readonly position: number;
  /** Where the line of 0.5 stands. */
  readonly threshold: number;
  readonly verdict: string;
  readonly detail: string;
}

const CLEAR_MARGIN = 0.1;

/** What a distance means, as a place on the scale and in words. */
export function readGauge(distance: number): GaugeReading {
  const same = distance < SAME_PERSON_BELOW;
  const margin = Math.abs(distance - SAME_PERSON_BELOW);
  const detail =
    margin >= CLEAR_MARGIN
      ? `The distance ${distanceText(distance)} lies clearly ${same ? 'below' : 'above'} the line of 0.5.`
      : `The distance ${distanceText(distance)} lies close to the line of 0.5; another photo would make this surer.`;
  return {
    same,
    position: scalePosition(distance),
    threshold: scalePosition(SAME_PERSON_BELOW),
    verdict: same ? 'The same person' : 'Two different people',
    detail,
  };
}

export const scalePosition = (distance: number): number =>
  Math.min(1, Math.max(0, distance / LONGEST_DISTANCE));

export const distanceText = (distance: number): string => distance.toFixed(3);
