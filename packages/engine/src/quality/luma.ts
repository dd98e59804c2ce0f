/** BT.601 luma. */
export const RED = 0.299;
export const GREEN = 0.587;
export const BLUE = 0.114;
