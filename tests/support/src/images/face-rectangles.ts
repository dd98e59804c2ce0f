/** x1, y1, x2, y2 in pixels. */
export type Rectangle = readonly [number, number, number, number];

/** Where the service itself finds the faces of a photo. */
export async function faceRectangles(url: string, apiKey: string, photo: Uint8Array): Promise<Rectangle[]> {
  const form = new FormData();
  form.append('image_attr', new Blob([Uint8Array.from(photo)]));
  const response = await fetch(`${url}/get_image_attr`, {
    method: 'POST',
    headers: { user_id: apiKey },
    body: form,
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(`The photo was answered with ${response.status}.`);
  const { data } = (await response.json()) as {
    data: { attributes: Readonly<Record<string, { readonly face_rectangle?: Rectangle }>> };
  };
  return Object.values(data.attributes).flatMap(({ face_rectangle: each }) =>
    each === undefined ? [] : [each],
  );
}
