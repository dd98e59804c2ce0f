import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const start = (name: string): string =>
  fileURLToPath(new URL(`../../packages/portal/src/start/${name}`, import.meta.url));
export const SAMPLE_RESPONSE = start('sample-response.json');

/** Everything that the start page shows of a face. */
const DETAILS = 'confidence,age_years,pose,quality,expression';

/** What the service responds with for the photo of the start page, as a trial call. */
export async function sampleResponse(url: string): Promise<Response> {
  const body = new FormData();
  body.set('image_attr', new Blob([await readFile(start('sample-photo.jpg'))]), 'six-people.jpg');
  const response = await fetch(`${url}/get_image_attr?return_attributes=${DETAILS}`, {
    method: 'POST',
    headers: { origin: url },
    body,
  });
  if (!response.ok)
    throw new Error(`The service responded with ${response.status}: ${await response.text()}`);
  return response;
}
