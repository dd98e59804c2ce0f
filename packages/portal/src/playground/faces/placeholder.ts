import type { ImageSource } from '../api/request.js';
import type { ChosenFace } from '../api/requests.js';

/** Stands in the code while no photo is chosen. */
export const placeholderImage = (name: string): ImageSource => ({
  kind: 'file',
  id: name,
  name,
  bytes: new Blob(),
});

export const placeholderFace = (name: string): ChosenFace => ({
  image: placeholderImage(name),
  box: [100, 100, 300, 300],
});
