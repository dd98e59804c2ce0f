export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number => sum(values) / Math.max(1, values.length);

export const percent = (part: number, total: number): number => (100 * part) / Math.max(1, total);
