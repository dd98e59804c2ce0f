import { expect, it } from 'vitest';
import { Gallery } from './gallery.js';
import { randomVector, seededRandom } from './gallery.test.fixture.js';
import { VECTOR_MODEL } from './search/impostor-distances.js';

const vector = randomVector(seededRandom(3));
const today = { vector, model: VECTOR_MODEL };
const other = { vector, model: 'another-model' };
const code = (expected: string): Error => expect.objectContaining({ code: expected }) as Error;

it('takes the model of the first vector, and rejects vectors of another one', () => {
  const gallery = new Gallery();
  expect(gallery.model).toBeUndefined();
  gallery.enrol('ada', today);
  expect(gallery.model).toBe(VECTOR_MODEL);
  expect(() => {
    gallery.enrol('ada', other);
  }).toThrow(code('model-differs'));
  expect(() => gallery.search(other)).toThrow(code('model-differs'));
  expect(gallery.vectorCount).toBe(1);
  expect(gallery.search(today).hits).toEqual([{ id: 'ada', distance: 0 }]);
});

it('does not guess the model of plain numbers', () => {
  const gallery = new Gallery();
  expect(() => {
    gallery.enrol('ada', vector);
  }).toThrow(code('model-missing'));
  gallery.enrol('ada', today);
  expect(() => gallery.search(vector)).toThrow(code('model-missing'));
  const withModel = new Gallery({ model: VECTOR_MODEL });
  withModel.enrol('ada', vector);
  expect(withModel.search(vector).hits).toHaveLength(1);
});

it('rejects names that no model has', () => {
  for (const model of ['', 'two words', 'ä', 'x'.repeat(65), 7 as never]) {
    expect(() => new Gallery({ model })).toThrow(code('model-invalid'));
    expect(() => {
      new Gallery().enrol('ada', { vector, model });
    }).toThrow(code('model-invalid'));
  }
});

it('keeps the model in its bytes, and holds the reader to the one that was named', () => {
  const gallery = new Gallery();
  gallery.enrol('ada', today);
  const bytes = gallery.save();
  expect(Gallery.load(bytes).model).toBe(VECTOR_MODEL);
  expect(() => Gallery.load(bytes).search(other)).toThrow(code('model-differs'));
  expect(() => Gallery.load(bytes, { model: 'another-model' })).toThrow(code('model-differs'));
  expect(Gallery.load(bytes, { model: VECTOR_MODEL }).search(vector).hits).toHaveLength(1);
  expect(Gallery.load(new Gallery().save()).model).toBeUndefined();
});

it('chooses no threshold for a model that was not measured', () => {
  const gallery = new Gallery();
  gallery.enrol('ada', other);
  expect(() => gallery.search(other)).toThrow(code('model-unknown'));
  expect(gallery.search(other, { threshold: 0.4 })).toEqual({
    hits: [{ id: 'ada', distance: 0 }],
    threshold: 0.4,
  });
});
