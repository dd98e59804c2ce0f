import type { ApiRequest } from '../../analysis/request.js';
import type { CodeContext } from './sample-parts.js';
import { csharpSample } from './csharp-sample.js';
import { curlSample } from './curl-sample.js';
import { goSample } from './go-sample.js';
import { javaSample } from './java-sample.js';
import { phpSample } from './php-sample.js';
import { pythonSample } from './python-sample.js';
import { typescriptSample } from './typescript-sample.js';

export const LANGUAGES = ['curl', 'typescript', 'python', 'go', 'java', 'php', 'csharp'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  go: 'Go',
  java: 'Java',
  php: 'PHP',
  csharp: 'C#',
};

const WRITERS: Readonly<Record<Language, (request: ApiRequest, context: CodeContext) => string>> = {
  curl: curlSample,
  typescript: typescriptSample,
  python: pythonSample,
  go: goSample,
  java: javaSample,
  php: phpSample,
  csharp: csharpSample,
};

/** The request as a person would write it. */
export const codeSample = (language: Language, request: ApiRequest, context: CodeContext): string =>
  WRITERS[language](request, context);
