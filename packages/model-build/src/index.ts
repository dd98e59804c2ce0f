export { buildModel } from './build-model.js';
export { ConversionError } from './conversion-error.js';
