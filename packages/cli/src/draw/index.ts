/** Faces drawn on photos; the pictures of the documentation are made of the same parts. */
export { drawBox, drawLabel, drawLandmarks, type DrawnFace } from './draw-face.js';
export { drawnPoint, drawnSize, type Frame } from './picture.js';
export { CHARACTER_WIDTH, FONT, px, svg, text, type TextStyle } from './picture.js';
