export {
  PostgresGallery,
  type Enrolment,
  type PostgresGalleryOptions,
  type PostgresSearchOptions,
} from './gallery/postgres/postgres-gallery.js';
export type { Queryable } from './gallery/postgres/queryable.js';
export { GalleryError, type GalleryErrorCode } from './gallery/gallery-error.js';
export type { Hit, Person, SearchOptions } from './gallery/gallery.types.js';
