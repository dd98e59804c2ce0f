/** What each EXIF orientation does to the stored image to make it upright (EXIF 2.32, tag 0x0112). */
export interface Orientation {
  /** Width and height change places. */
  readonly swapsAxes: boolean;
  /** The upright axis runs against the stored one. */
  readonly reversesX: boolean;
  readonly reversesY: boolean;
}

const ORIENTATIONS: Readonly<Record<number, Orientation>> = {
  2: { swapsAxes: false, reversesX: true, reversesY: false },
  3: { swapsAxes: false, reversesX: true, reversesY: true },
  4: { swapsAxes: false, reversesX: false, reversesY: true },
  5: { swapsAxes: true, reversesX: false, reversesY: false },
  6: { swapsAxes: true, reversesX: true, reversesY: false },
  7: { swapsAxes: true, reversesX: true, reversesY: true },
  8: { swapsAxes: true, reversesX: false, reversesY: true },
};

const UPRIGHT: Orientation = { swapsAxes: false, reversesX: false, reversesY: false };

/** Absent and impossible values mean upright, as viewers agree. */
export const orientationOf = (exifValue: number | undefined): Orientation =>
  ORIENTATIONS[exifValue ?? 1] ?? UPRIGHT;
