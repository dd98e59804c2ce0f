/** What other features may use of this one. */
export { createImageFetcher } from './fetch-image.js';
export { IMAGE_BODY_ERRORS, imageBody, type ImageField, receiveFields } from './image-body.js';
export { type FetcherOf, measuredFetcher, queuedFetcher } from './queued-fetcher.js';
export { type FaceInput, type ImageFetcher, readImages, type ReadImagesOptions } from './read-images.js';
export { hostResolver } from './resolve-host.js';
export { showPicture } from './show-picture.js';
export { hasVectorNorm, readVector, VECTOR_NUMBERS } from './stored-vector.js';
export { parseAllowList } from './url-guard.js';
