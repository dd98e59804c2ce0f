import { WEB_MODELS } from '@facet/analysis/web-models.js';
import type { NativeForm, ModelForm, ModelName } from '@facet/model-build/recipes';

/**
 * The SHA-256 of each built model. Builds are deterministic: a model with another hash was built from something else, or
 * changed afterwards. Written by `npm run models:pin`.
 */
const NATIVE_SHA256: Readonly<Record<NativeForm, Readonly<Record<ModelName, string>>>> = {
  blocked: {
    detector: '5c029d1f2136a5e13eddea88721032cb826c033c9c74cb84341e3640b3e2c9ab',
    landmarks: '8edf2df6eb06fba5647e8e0f1796349181c363e375fb1f3ee2bc8fcbcbfe1ef8',
    blendshapes: '81ff8eb987bb6b6477173e19f4d8fc14defa3d3303c1366c8d5a68fe9fc749ff',
    embedder: '619b9c12d7fdf79277301f820b1388ce922627100dddcdb56f4223cf2ef3af29',
    'age-gender': '3f0777718f189b7929ee1234e310a0385f3cfe936885e39a8ca0caae7e1a8875',
    attributes: '574eb5f3dea3695c1da80e0c173f1adf46fbf7eade2ca88e0ce8561efb1df1c8',
    spoof: '955223177baf47242a79ba2b207b3b617762ed73a575bc53622834b8d775359f',
  },
  plain: {
    detector: '5c029d1f2136a5e13eddea88721032cb826c033c9c74cb84341e3640b3e2c9ab',
    landmarks: 'eccd093ae954b783494d8d2a92e3429a62e1d1aab1df8e481b1dd6d1fb5b09b8',
    blendshapes: '81ff8eb987bb6b6477173e19f4d8fc14defa3d3303c1366c8d5a68fe9fc749ff',
    embedder: '7248054d83fe41f28c1c93c209368d4ba9554d49a1eafab6bd2b2ad200a74a63',
    'age-gender': '3f0777718f189b7929ee1234e310a0385f3cfe936885e39a8ca0caae7e1a8875',
    attributes: '574eb5f3dea3695c1da80e0c173f1adf46fbf7eade2ca88e0ce8561efb1df1c8',
    spoof: '12bfcae91ad1dd1c9b8435643392d2b34678b54584a90e28823c953701f1be67',
  },
};

export const BUILT_SHA256: Readonly<Record<ModelForm, Readonly<Record<string, string>>>> = {
  ...NATIVE_SHA256,
  web: Object.fromEntries(Object.entries(WEB_MODELS).map(([name, { sha256 }]) => [name, sha256])),
};
