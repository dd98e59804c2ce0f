import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { readSample } from '../data/sample-photos.js';
import { multipart, type Attempt } from './requests.js';

const FRAMES = 24;
const GAP_MS = 60;
/** The widths of the frames, the largest first: the service rejects those that take too long to decode. */
const WIDTHS = [1600, 1280, 960, 640];
const ROUTE = { route: 'POST /check_liveness', method: 'POST', path: '/check_liveness?return_vector=1' };

/** Checks with as many frames of one face as are allowed, none of which ends the check early, and a photo to compare with. */
export async function livenessAttempts(url: string, apiKey: string, crowd: Buffer): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const progressive of [false, true]) {
    for (const width of WIDTHS) {
      const files = await Promise.all(Array.from({ length: FRAMES }, (_, n) => frame(width, progressive, n)));
      const attempt = checkOf(
        `24 ${progressive ? 'progressive ' : ''}frames of ${width} px, compared with a photo of a crowd`,
        apiKey,
        files,
        crowd,
      );
      const { headers, body } = await attempt.fresh(url);
      const { status } = await fetch(url + attempt.path, {
        method: 'POST',
        headers,
        body: Uint8Array.from(body as Buffer),
      });
      if (status !== 200) continue;
      attempts.push(attempt);
      break;
    }
  }
  return attempts;
}

/** Each request needs a session of its own. */
function checkOf(
  name: string,
  apiKey: string,
  frames: readonly Buffer[],
  img: Buffer,
): Attempt & Required<Pick<Attempt, 'fresh'>> {
  const auth = { user_id: apiKey };
  const withSession = (session: string): Attempt =>
    multipart(ROUTE, auth, name, [
      ['session', Buffer.from(session)],
      ['times', Buffer.from(frames.map((_, n) => n * GAP_MS).join())],
      ...frames.map((file) => ['frames', file] as const),
      ['img', img],
    ]);
  return {
    ...withSession(''),
    expectedStatus: 200,
    fresh: async (url) => {
      const response = await fetch(`${url}/liveness_session`, { method: 'POST', headers: auth });
      const { data } = (await response.json()) as { data: { session: string } };
      // A session is not younger than its take, within a second.
      await setTimeout(FRAMES * GAP_MS - 1000);
      return withSession(data.session);
    },
  };
}

/** A portrait that trembles a little, so that no two frames are equal. */
async function frame(width: number, progressive: boolean, n: number): Promise<Buffer> {
  return sharp(await readSample('sample3.jpg'))
    .extract({ left: 351 + (n % 5), top: 215, width: 690, height: 517 })
    .resize({ width })
    .modulate({ brightness: 1 + n / 400 })
    .jpeg({ quality: 95, progressive, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
