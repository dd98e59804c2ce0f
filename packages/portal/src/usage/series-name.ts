import { operationName } from '../app/words.js';

/** The series of calls that were not analysed: refused, or failed on the server. */
export const REFUSED = 'refused';

export const seriesName = (series: string): string =>
  series === REFUSED ? 'Refused or failed' : operationName(series);
