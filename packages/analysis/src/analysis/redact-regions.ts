import type { FaceSelection, RedactionShape } from '../analysis.types.js';
import type { Point } from '../geometry/box.js';
import type { Region } from '../image/redact-pixels.js';
import { outline } from '../landmarks/face-geometry.js';
import type { PhotoCall } from './photo-call.js';
import { pointsOnImage, selectFaces } from './select-faces.js';

/** Around the face, so that hairline and ears are covered too, in parts of its size. */
export const REDACTION_MARGIN = 0.12;

/** A photo → the areas of its faces, in pixels of the full image. */
export async function redactRegions(
  call: PhotoCall,
  selection: FaceSelection,
  shape: RedactionShape,
): Promise<Region[]> {
  const found = await selectFaces(call, selection, { onlyFirst: false });
  return found.map(({ box: { x1, y1, x2, y2 }, mesh }) => {
    if (shape === 'outline') return widened(pointsOnImage(outline(mesh.vertices), call.photo));
    const corners = [
      { x: x1, y: y1 },
      { x: x2, y: y1 },
      { x: x2, y: y2 },
      { x: x1, y: y2 },
    ];
    // A box that the caller gave is the area itself.
    return selection.kind === 'boxes' ? corners : widened(corners);
  });
}

/** The area, larger by the margin on every side of its centre. */
function widened(region: Region): Point[] {
  const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  const centre = { x: middle(region.map(({ x }) => x)), y: middle(region.map(({ y }) => y)) };
  const factor = 1 + 2 * REDACTION_MARGIN;
  return region.map(({ x, y }) => ({
    x: centre.x + (x - centre.x) * factor,
    y: centre.y + (y - centre.y) * factor,
  }));
}
