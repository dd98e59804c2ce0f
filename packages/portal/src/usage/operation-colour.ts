import { REFUSED } from './series-name.js';

/** In this order everywhere; the place of an operation is also its colour. */
const OPERATIONS = ['get_image_attr', 'match_faces', 'get_face_vec', 'compare_faces'];

/** The place of an operation among all; an unknown one comes last. */
export function operationIndex(operation: string): number {
  const index = OPERATIONS.indexOf(operation.replace(/^\//, ''));
  return index === -1 ? OPERATIONS.length : index;
}

/** The class that colours a series of the chart: an operation keeps its colour, whatever else is shown. */
export function seriesClass(series: string): string {
  if (series === REFUSED) return 'chart-refused';
  return `chart-${operationIndex(series) + 1}`;
}
