import { describe, expect, it } from 'vitest';
import type { ApiRequest, ImageSource } from '../../analysis/request.js';
import { codeSample, LANGUAGES, type Language } from './code-sample.js';

const FILES: Readonly<Record<Language, string>> = {
  curl: 'facet.sh',
  typescript: 'facet.ts.txt',
  python: 'facet.py',
  go: 'facet.go',
  java: 'Facet.java',
  php: 'facet.php',
  csharp: 'Facet.cs',
};

const file = (name: string): ImageSource => ({ kind: 'file', id: name, name, bytes: new Blob([]) });
const url = (address: string): ImageSource => ({ kind: 'url', url: address });

const MATCH_FILES: ApiRequest = {
  path: '/match_faces',
  query: [],
  images: [
    { field: 'img_1', source: file('ada.jpg') },
    { field: 'img_2', source: file('visitor.jpg') },
  ],
};

const VECTOR_OF_URL: ApiRequest = {
  path: '/get_face_vec',
  query: [['quality', '1']],
  images: [{ field: 'img', source: url('https://images.example.com/ada.jpg') }],
};

const context = { baseUrl: 'http://127.0.0.1:8080', apiKey: 'your-api-key' };

/** Those that the SDK and docs/api.md show are left out. */
const SHOWN = LANGUAGES.filter((language) => language !== 'curl' && language !== 'typescript');

describe.each(SHOWN)('docs/snippets in %s', (language) => {
  it.each([
    ['match', MATCH_FILES],
    ['vector-of-url', VECTOR_OF_URL],
  ] as const)('has the sample %s (else: npx vitest run, this file, -u)', async (name, request) => {
    await expect(`${codeSample(language, request, context)}\n`).toMatchFileSnapshot(
      `../../../../../docs/snippets/${name}/${FILES[language]}`,
    );
  });
});
