/** A tarball on the npm registry; `bytes` is its download size, for progress only. */
export interface Tarball {
  readonly package: string;
  readonly version: string;
  readonly bytes: number;
}

/** One file inside a tarball, pinned by content. */
export interface SourceFile<Name extends string = string> {
  readonly name: Name;
  readonly tarball: Tarball;
  /** Path below the package root. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** SPDX expression. */
  readonly license: string;
  readonly purpose: string;
}

export function tarballSpec(tarball: Tarball): string {
  return `${tarball.package}@${tarball.version}`;
}
