import sharp from 'sharp';

/** Small, so that most of the time goes into many calls and not into large ones. */
const WIDTH = 160;

export interface SoakPhotos {
  /** Single faces. */
  readonly faces: readonly Buffer[];
  readonly faceless: Buffer;
}

type Rectangle = readonly [number, number, number, number];

async function facesIn(url: string, userId: string, photo: Uint8Array): Promise<Rectangle[]> {
  const form = new FormData();
  form.append('image_attr', new Blob([Uint8Array.from(photo)]));
  const response = await fetch(`${url}/get_image_attr`, {
    method: 'POST',
    headers: { user_id: userId },
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

/** Cuts the faces out of photos; the service itself says where they are. */
export async function cutFaces(
  url: string,
  userId: string,
  photos: readonly Uint8Array[],
): Promise<SoakPhotos> {
  const faces: Buffer[] = [];
  for (const photo of photos) {
    const { width, height } = await sharp(photo).metadata();
    for (const [x1, y1, x2, y2] of await facesIn(url, userId, photo)) {
      const air = (x2 - x1) / 2;
      const left = Math.max(0, Math.round(x1 - air));
      const top = Math.max(0, Math.round(y1 - air));
      const area = {
        left,
        top,
        width: Math.min(width, Math.round(x2 + air)) - left,
        height: Math.min(height, Math.round(y2 + air)) - top,
      };
      faces.push(await sharp(photo).extract(area).resize({ width: WIDTH }).jpeg({ quality: 88 }).toBuffer());
    }
  }
  if (faces.length === 0) throw new Error('The photos show no face.');
  const sky = { width: WIDTH, height: WIDTH, channels: 3, background: '#8ab' } as const;
  return { faces, faceless: await sharp({ create: sky }).jpeg().toBuffer() };
}
