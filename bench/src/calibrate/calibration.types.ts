/** Fits some numbers on the folder of evaluation data, and writes or prints them. */
export type Calibration = (folder: string) => Promise<void>;
