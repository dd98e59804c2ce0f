export {
  PostgresGallery,
  type Enrolment,
  type PostgresGalleryOptions,
  type PostgresSearchOptions,
} from './postgres-gallery.js';
export type { Queryable } from './queryable.js';
export { GalleryError, type GalleryErrorCode } from '../gallery-error.js';
export type { Hit, Person, SearchOptions } from '../gallery.types.js';
