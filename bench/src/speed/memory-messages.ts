/** Photos are made by the parent, so that the memory for making them does not count. */
export interface MemoryTask {
  readonly full: readonly Uint8Array[];
  readonly medium: readonly Uint8Array[];
  readonly small: Uint8Array;
}

/** What a process with a warm engine tells about its resident memory, in megabytes. */
export interface MemoryReport {
  readonly warm: number;
  readonly peak: number;
  /** After each call. */
  readonly rss: readonly number[];
}
