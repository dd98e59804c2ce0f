/** A tarball on the npm registry; `bytes` is its download size, for progress only. */
export interface Tarball {
  readonly package: string;
  readonly version: string;
  readonly bytes: number;
}

/** A file pinned by content. */
interface PinnedFile<Name extends string> {
  readonly name: Name;
  readonly sha256: string;
  readonly bytes: number;
  /** SPDX expression. */
  readonly license: string;
  readonly purpose: string;
}

/** One file inside a tarball. */
export interface RegistryFile<Name extends string = string> extends PinnedFile<Name> {
  readonly tarball: Tarball;
  /** Path below the package root. */
  readonly path: string;
}

/** A file that this package ships itself, in its folder `nets`; it is never fetched. */
export interface BundledFile<Name extends string = string> extends PinnedFile<Name> {
  readonly tarball: null;
}

export type SourceFile<Name extends string = string> = RegistryFile<Name> | BundledFile<Name>;

export const isBundled = <Name extends string>(file: SourceFile<Name>): file is BundledFile<Name> =>
  file.tarball === null;

export function tarballSpec(tarball: Tarball): string {
  return `${tarball.package}@${tarball.version}`;
}
