import { ACCEPTED_FORMATS, type AcceptedFormat } from '@facet/engine';
import { UsageError } from '../cli-errors.js';

const EXTENSIONS: Readonly<Record<AcceptedFormat, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  avif: ['avif'],
};

/** The formats of FACET_FORMATS, as the service reads it. */
export function acceptedFormats(
  env: Readonly<Record<string, string | undefined>>,
): readonly AcceptedFormat[] {
  const names = (env['FACET_FORMATS'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.length === 0) return ACCEPTED_FORMATS;
  const formats = ACCEPTED_FORMATS.filter((format) => names.includes(format));
  if (formats.length < new Set(names).size) {
    throw new UsageError(
      `FACET_FORMATS must be a list of ${ACCEPTED_FORMATS.join(', ')}, but is "${env['FACET_FORMATS'] ?? ''}".`,
    );
  }
  return formats;
}

/** The endings of file names by which photos of these formats are found in folders. */
export const extensionsOf = (formats: readonly AcceptedFormat[]): ReadonlySet<string> =>
  new Set(formats.flatMap((format) => EXTENSIONS[format]));
