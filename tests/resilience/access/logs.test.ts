import { signUp } from '@facet/test-support';
import { expect, it } from 'vitest';
import { smallPhoto } from '../shared/photos.js';
import { postFiles, startTarget } from '../shared/service.js';

it('what is private stays out of the log, wherever a caller puts it', async () => {
  const service = await startTarget({ FACET_LOG_LEVEL: 'trace' });
  let log = '';
  const image = await smallPhoto();
  const secrets = [image.toString('base64').slice(1000, 1100)];
  try {
    const { apiKey, email, password, cookie } = await signUp(service.url, 'private', 'business');
    secrets.push(apiKey, email, password, cookie);
    expect(
      (await postFiles(`${service.url}/get_face_vec?user_id=${apiKey}`, { img: image }, apiKey)).status,
    ).toBe(200);
    const places: Record<string, string>[] = [
      { 'x-request-id': apiKey },
      { 'x-request-id': `trace-${apiKey}` },
      { 'x-request-id': apiKey.toUpperCase(), 'x-user-id': apiKey },
      { 'user-agent': apiKey, referer: `http://a/${apiKey}`, 'x-forwarded-for': apiKey },
      { host: apiKey, cookie },
    ];
    for (const headers of places) {
      for (const path of ['/get_face_vec', `/${apiKey}`, `/account?email=${email}`, `/%${apiKey}`]) {
        const body = JSON.stringify({ img: secrets[0], email, password });
        const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
        expect((await fetch(service.url + path, init)).status).toBeLessThan(500);
      }
    }
    await service.stop();
    log = service.log();
  } finally {
    if (service.process.exitCode === null) await service.stop();
  }
  // An empty log would pass without showing anything.
  expect(log.match(/"route":"\/get_face_vec"/g)?.length).toBeGreaterThan(5);
  for (const secret of secrets) expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
});
