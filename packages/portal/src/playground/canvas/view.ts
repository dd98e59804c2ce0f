import type { Point, Size } from '../../analysis/box.js';

/** The visible part of a photo: zoom 1 shows all of it; `centre` is the point in the middle, as shares of the sides. */
export interface View {
  readonly zoom: number;
  readonly centre: Point;
}

/** Where the photo lies, in pixels of the frame that shows a part of it. */
interface Placement extends Size {
  readonly left: number;
  readonly top: number;
  /** Pixels of the frame for one pixel of the photo. */
  readonly scale: number;
}

export const FIT: View = { zoom: 1, centre: { x: 0.5, y: 0.5 } };
export const MAX_ZOOM = 16;

/** The largest scale at which all of the photo fits. */
const fitScale = (frame: Size, image: Size): number =>
  // A frame that is not laid out yet has no size; divisions by the scale must not break on it.
  Math.max(1e-6, Math.min(frame.width / Math.max(1, image.width), frame.height / Math.max(1, image.height)));

export function placementOf({ zoom, centre }: View, frame: Size, image: Size): Placement {
  const scale = fitScale(frame, image) * zoom;
  const width = Math.max(1, image.width) * scale;
  const height = Math.max(1, image.height) * scale;
  return {
    scale,
    width,
    height,
    left: frame.width / 2 - centre.x * width,
    top: frame.height / 2 - centre.y * height,
  };
}

/** Changes the zoom so that what lies under a point of the frame stays there. */
export function zoomAt(view: View, factor: number, at: Point, frame: Size, image: Size): View {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom * factor));
  const before = placementOf(view, frame, image);
  const after = placementOf({ ...view, zoom }, frame, image);
  const centre = {
    x: (at.x - before.left) / before.width + (frame.width / 2 - at.x) / after.width,
    y: (at.y - before.top) / before.height + (frame.height / 2 - at.y) / after.height,
  };
  return kept({ zoom, centre }, frame, image);
}

export function movedBy(view: View, by: Point, frame: Size, image: Size): View {
  const { width, height } = placementOf(view, frame, image);
  const centre = { x: view.centre.x - by.x / width, y: view.centre.y - by.y / height };
  return kept({ ...view, centre }, frame, image);
}

/** Keeps a photo that is larger than the frame from leaving an empty edge, and a smaller one in the middle. */
export function kept(view: View, frame: Size, image: Size): View {
  const { width, height } = placementOf(view, frame, image);
  const within = (centre: number, half: number): number =>
    half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, centre));
  return {
    zoom: view.zoom,
    centre: {
      x: within(view.centre.x, frame.width / 2 / width),
      y: within(view.centre.y, frame.height / 2 / height),
    },
  };
}
