import type { Models } from '@facet/analysis/analysis/models.js';
import { ensureModels, type ModelForm } from './models/built-models.js';
import { loadModels } from './runtime/load-models.js';

/** Parts of the engine for tests, the lab and the build of the image. Not a stable interface. */
export { DecoderProcess } from './decoder/decoder-process.js';
export { decodePhoto } from './image/decode.js';
export { encodePng } from './image/encode-png.js';
export { measureFrame } from './measure-frame.js';
export { loadModel } from './runtime/model.js';

/** All models, loaded on the calling thread. */
export const openModels = async (threads = 1, form?: ModelForm): Promise<Models> =>
  loadModels(await ensureModels({}, undefined, form), threads);
