import { signUp } from '@facet/testing';
import { expect, it } from 'vitest';
import { smallPhoto } from '../shared/photos.js';
import { postFiles, startTarget } from '../shared/service.js';

it('what is private stays out of the log, wherever a caller puts it', async () => {
  const service = await startTarget({ FACET_LOG_LEVEL: 'trace' });
  let log = '';
  const image = await smallPhoto();
  const secrets = [image.toString('base64').slice(1000, 1100)];
  try {
    const { userId, email, password, cookie } = await signUp(service.url, 'private', 'business');
    secrets.push(userId, email, password, cookie);
    expect(
      (await postFiles(`${service.url}/get_face_vec?user_id=${userId}`, { img: image }, userId)).status,
    ).toBe(200);
    const places: Record<string, string>[] = [
      { 'x-request-id': userId },
      { 'x-request-id': `trace-${userId}` },
      { 'x-request-id': userId.toUpperCase(), 'x-user-id': userId },
      { 'user-agent': userId, referer: `http://a/${userId}`, 'x-forwarded-for': userId },
      { host: userId, cookie },
    ];
    for (const headers of places) {
      for (const path of ['/get_face_vec', `/${userId}`, `/account?email=${email}`, `/%${userId}`]) {
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
