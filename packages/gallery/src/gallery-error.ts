/**
 * Every error of a gallery, in one place.
 * Callers switch on `code`; the message is one sentence that says what to do.
 */
const CATALOGUE = {
  'vector-invalid': 'Not a Facet vector: expected 128 finite numbers, not all zero.',
  'id-invalid': 'The id is not usable: give a text of 1 to 512 bytes of well-formed Unicode.',
  'meta-invalid': 'The meta value is not usable: give a JSON value of at most 64 KiB.',
  'option-invalid': 'An option is out of its range.',
  'model-missing':
    'The vector does not say which model made it: pass the result of client.vector() itself, or open the gallery with { model }.',
  'model-invalid': 'The name of a model has 1 to 64 printable ASCII characters without blanks.',
  'model-differs':
    'The vector was made by a different model than those in the gallery, so distances between them mean nothing; enrol the photos again with one model.',
  'model-unknown':
    'This version has no measured distances for the model, so it cannot choose a threshold; update @facet/gallery, or give a threshold.',
  'gallery-full': 'The gallery holds as many vectors as it can; use PostgresGallery beyond that.',
  'file-not-a-gallery': 'The file is not a gallery of Facet.',
  'file-version':
    'The gallery was written in a format that this version does not know; update @facet/gallery.',
  'file-truncated': 'The gallery file ends too early; it was cut off. Use an older copy.',
  'file-damaged':
    'The gallery file has changed since it was written: a checksum is wrong. Use an older copy.',
  'file-limits': 'The gallery file claims sizes beyond the limits of the format; it will not be read.',
  'file-inconsistent': 'The gallery file contradicts itself; it was not written by Facet.',
  'store-schema': 'The tables of the gallery in the database are missing or do not fit.',
  'store-extension':
    'The database has no extension vector: install pgvector on its server, then have a superuser run CREATE EXTENSION vector.',
  aborted: 'The search was cancelled.',
} as const;

export type GalleryErrorCode = keyof typeof CATALOGUE;

export class GalleryError extends Error {
  override readonly name = 'GalleryError';

  /** `detail` is put after the catalogue's sentence; it holds sizes and names, never vectors. */
  constructor(
    readonly code: GalleryErrorCode,
    detail = '',
    options?: ErrorOptions,
  ) {
    super(detail === '' ? CATALOGUE[code] : `${CATALOGUE[code]} (${detail})`, options);
  }
}
