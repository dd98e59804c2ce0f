import { postFiles } from './service.js';

export type Rectangle = readonly [number, number, number, number];

/** Where the service itself finds the faces of an image. */
export async function faceRectangles(url: string, image: Buffer): Promise<Rectangle[]> {
  const { body } = await postFiles(`${url}/get_image_attr`, { image_attr: image });
  const attributes = body.data['attributes'] as Readonly<Record<string, { face_rectangle: Rectangle }>>;
  return Object.entries(attributes)
    .filter(([name]) => name.startsWith('face_id_'))
    .map(([, { face_rectangle: rectangle }]) => rectangle);
}
