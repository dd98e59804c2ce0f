import { LANDMARK_NAMES } from '@facet/client';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServerSource } from './server-source.js';

const vector = Array.from({ length: 128 }, (_, n) => n / 1000);
const face = (left: number, failed: readonly object[]): object => ({
  face_rectangle: [left, 0, left + 80, 80],
  age: '20-40',
  gender: 'female',
  gender_confidence: 0.9,
  landmarks: { faceLandMark: Object.fromEntries(LANDMARK_NAMES.map((name) => [name, { x: 1, y: 1 }])) },
  vector,
  quality: { score: 0.5, sharpness: 1, evenness: 1, illumination: 60, size: [80, 80], failed },
});
const DARK = { attribute: 'Lighting', error: 'Low Illumination', value: 60, threshold: 70 };

let asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  request.resume().on('end', () => {
    const attributes = { image_size: [480, 640], face_id_0: face(0, []), face_id_1: face(100, [DARK]) };
    response.writeHead(200, { 'content-type': 'application/json', 'x-facet-model': 'a-model' });
    response.end(
      JSON.stringify({ status: 'ok', code: '1000', success: true, message: '', data: { attributes } }),
    );
  });
});
beforeEach(async () => {
  asked = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

it('asks once for the vectors of all faces, and tells which of them the quality check refuses', async () => {
  const { port } = server.address() as AddressInfo;
  const source = openServerSource({ baseUrl: `http://127.0.0.1:${port}`, userId: 'x', workers: 1 });
  const { signal } = new AbortController();
  const faces = await source.vectors(new Uint8Array(9), { of: 'every', quality: true, signal });
  expect(faces).toEqual([
    { box: [0, 0, 80, 80], vector, model: 'a-model' },
    { box: [100, 0, 180, 80], refused: 'Low Illumination' },
  ]);
  expect(asked).toEqual(['/get_image_attr?return_attributes=vector%2Cquality']);
});
