import { operationName } from '../app/words.js';
import { REFUSED } from './usage-table.js';

export const seriesName = (series: string): string =>
  series === REFUSED ? 'Refused or failed' : operationName(series);
