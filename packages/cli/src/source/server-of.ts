/** The options that every command on photos has. */
export interface SourceFlags {
  readonly url?: string;
  readonly apiKey?: string;
  readonly workers?: number;
  readonly timeout?: number;
}

/** The server that the options or the environment name; undefined: the engine on this machine. */
export const serverOf = (
  { url }: Pick<SourceFlags, 'url'>,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => given(url) ?? given(env['FACET_URL']);

export const given = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim();
