import { expect, it } from 'vitest';
import type { Face } from '../../analysis/face.js';
import { filePhoto } from '../photo/photo.js';
import { demoGallery } from './demo-gallery.js';
import type { AnalysedPhoto } from './photo-series.js';

const face = (id: number, first: number | null, side = 100): Face => ({
  id,
  age: '20-40',
  gender: 'female',
  genderConfidence: 0.9,
  box: [0, 0, side, side],
  landmarks: {},
  details: null,
  vector: first === null ? null : [first, ...Array<number>(127).fill(0)],
});

const photo = (...faces: Face[]): AnalysedPhoto => ({
  photo: filePhoto(new Blob(), 'a.jpg', 'a'),
  detection: { faces, imageSize: { width: 500, height: 500 } },
  model: 'm',
});

it('enrols everyone from one photo, and leaves photos that show them again to search', () => {
  const photos = [photo(face(0, 0), face(1, 1)), null, photo(face(0, 0.1), face(1, 3)), photo(face(0, 5))];
  const { people, toSearch } = demoGallery(photos);
  expect(people.map(({ name }) => name)).toEqual(['Alex', 'Blair', 'Casey']);
  expect(people.map(({ face: { vector } }) => vector[0])).toEqual([0, 1, 5]);
  expect(toSearch).toEqual([photos[2]?.photo]);
});

it('leaves out faces that are too small or have no vector', () => {
  expect(demoGallery([photo(face(0, 0, 20), face(1, null))])).toEqual({ people: [], toSearch: [] });
});
