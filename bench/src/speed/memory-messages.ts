/** Photos are made by the parent, so that the memory for making them does not count. */
export interface MemoryTask {
  readonly full: readonly Uint8Array[];
  readonly medium: readonly Uint8Array[];
  readonly small: Uint8Array;
}

/** What a process with a warm engine tells about resident memory, in megabytes. */
export interface MemoryReport {
  readonly warm: Resident;
  readonly peak: Resident;
  /** After each call. */
  readonly afterCalls: readonly Resident[];
}

export interface Resident {
  /** The process that runs the nets. */
  readonly own: number;
  /** With its decoder processes; pages that they share with it count for each. */
  readonly all: number;
}
