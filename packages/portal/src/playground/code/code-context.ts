export interface CodeContext {
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
  readonly userId: string;
}
