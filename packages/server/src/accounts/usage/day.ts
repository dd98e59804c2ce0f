/** The UTC day of a moment, as YYYY-MM-DD. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
