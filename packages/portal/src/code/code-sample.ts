import type { ApiRequest } from '../analysis/request.js';
import { curlSample } from './curl-sample.js';
import { pythonSample } from './python-sample.js';
import type { CodeContext } from './sample-parts.js';
import { typescriptSample } from './typescript-sample.js';

export const LANGUAGES = ['curl', 'typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};

const WRITERS: Readonly<Record<Language, (request: ApiRequest, context: CodeContext) => string>> = {
  curl: curlSample,
  typescript: typescriptSample,
  python: pythonSample,
};

/** The request as a person would write it. */
export const codeSample = (language: Language, request: ApiRequest, context: CodeContext): string =>
  WRITERS[language](request, context);
