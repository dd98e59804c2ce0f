/** x1, y1, x2, y2 in pixels of the upright image, such as the `box` of a face. */
export type Box = readonly [x1: number, y1: number, x2: number, y2: number];
