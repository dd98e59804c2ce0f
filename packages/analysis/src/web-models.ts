/** What a page downloads of a model. */
export interface WebModel {
  readonly bytes: number;
  readonly sha256: string;
}

/** The models in their form for the web. Written by `npm run models:pin`. */
export const WEB_MODELS = {
  detector: { bytes: 683389, sha256: '530bb849ebc5b15d75812edf41d1f61f0584ecbc396f5c395f3eeb853b290771' },
  landmarks: { bytes: 4086293, sha256: '95adfdd9826c1816e89cc3efd910b45650378ef9f9428facd920019bd6a56259' },
  blendshapes: { bytes: 228141, sha256: '81ff8eb987bb6b6477173e19f4d8fc14defa3d3303c1366c8d5a68fe9fc749ff' },
  embedder: { bytes: 9771511, sha256: '9ac6b7e3c875376dfb4b37c4e1920bb1b92f31e23921eba44df23ef0fb53eb50' },
  'age-gender': { bytes: 861199, sha256: 'cbdd82d7de85bd782075b0a97fa1f05ca0f007fc66a416d7808ba7787542cac0' },
  attributes: { bytes: 3401881, sha256: '26f858766a4db0c6f37f60a2f7271f79a7ab9050bad20dc14ddb2c627447ed10' },
  spoof: { bytes: 1727595, sha256: '12bfcae91ad1dd1c9b8435643392d2b34678b54584a90e28823c953701f1be67' },
} as const satisfies Readonly<Record<string, WebModel>>;

export type WebModelName = keyof typeof WEB_MODELS;
export const WEB_MODEL_NAMES = Object.keys(WEB_MODELS) as readonly WebModelName[];

/** The name of its file, which changes with its content. */
export const webModelFile = (name: WebModelName): string =>
  `${name}-${WEB_MODELS[name].sha256.slice(0, 16)}.onnx`;
