/** Engine results as the service states them. The command uses the same code, so that both print the same numbers. */
export { extrasFor } from './attribute-table.js';
export { attributes, faceRectangle } from './attributes.js';
export { isMatch, judged, roundedDistance, statedDistance } from './distance.js';
