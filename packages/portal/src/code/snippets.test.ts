import { expect, it } from 'vitest';
import type { ApiRequest, ImageSource } from '../analysis/request.js';
import { codeSample } from './code-sample.js';

const file = (name: string): ImageSource => ({ kind: 'file', id: name, name, bytes: new Blob([]) });

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
  images: [{ field: 'img', source: { kind: 'url', url: 'https://images.example.com/ada.jpg' } }],
};

const context = { baseUrl: 'http://127.0.0.1:8080', apiKey: 'your-api-key' };

it.each([
  ['match', MATCH_FILES],
  ['vector-of-url', VECTOR_OF_URL],
] as const)('docs/snippets has %s in Python (else: npx vitest run, this file, -u)', async (name, request) => {
  await expect(`${codeSample('python', request, context)}\n`).toMatchFileSnapshot(
    `../../../../docs/snippets/${name}/facet.py`,
  );
});
