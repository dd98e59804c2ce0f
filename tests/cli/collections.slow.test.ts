import type { StartedService } from '@facet/test-support';
import { SHARED_API_KEY as API_KEY, useService } from '@facet/test-support/vitest';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portrait, sample, scratch, type Scratch } from './photos.js';
import { facet, jsonLines, type Ended } from './run-facet.js';

const shared = useService();
let service: StartedService;
let place: Scratch;
beforeAll(async () => {
  place = await scratch();
  await portrait(0, place.path('people/ada/1.jpg'));
  await portrait(2, place.path('people/bob/1.jpg'));
  await writeFile(place.path('people/bob/broken.jpg'), 'no photo');
  await portrait(3, place.path('people/no id/1.jpg'));
  await portrait(1, place.path('party/other-of-ada.jpg'));
  await portrait(3, place.path('party/stranger.jpg'));
  service = shared();
});
afterAll(() => place.remove());

const run = (...args: string[]): Promise<Ended> =>
  facet(args, { cwd: place.folder, env: { FACET_URL: service.url, FACET_API_KEY: API_KEY } });

const enrol = (...options: string[]): Promise<Ended> =>
  run('enrol', 'people', '--collection', 'office', '--any-quality', ...options);

/** How many faces the service was sent for enrolment. */
async function enrolments(): Promise<number> {
  const response = await fetch(`${service.url}/metrics`);
  const lines = (await response.text())
    .split('\n')
    .filter((line) => /^facet_http_request_duration_seconds_count\{.*\/faces"/.test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('a collection', () => {
  it('gets the people of a folder, reports failures, and is searched', async () => {
    const enrolled = await enrol();
    expect(enrolled.out, enrolled.err).toBe('office: 2 added, now 2 people, 2 faces\n');
    expect(enrolled.code).toBe(1);
    expect(enrolled.err).toContain('people/bob/broken.jpg: The image format is not accepted');
    expect(enrolled.err).toContain('people/no id/1.jpg: "no id" cannot be an id');
    const found = await run('search', 'party', sample(3), '--collection', 'office', '--csv');
    const [head, ada, stranger] = found.out.split('\n');
    expect(head).toBe('photo,face,x1,y1,x2,y2,rank,id,distance,threshold');
    expect(ada).toMatch(/^party\/other-of-ada\.jpg,1,\d+,\d+,\d+,\d+,1,ada,0\.[1-4]\d*,0\.5$/);
    expect(stranger).toMatch(/^party\/stranger\.jpg,1,\d+,\d+,\d+,\d+,,,,0\.5$/);
    expect(found.code, found.err).toBe(0);
  });

  it('is sent only what it does not have when the command runs again', async () => {
    await rm(place.path('people/bob/broken.jpg'));
    await rm(place.path('people/no id'), { recursive: true });
    const sent = await enrolments();
    expect(sent).toBeGreaterThan(0);
    const again = await enrol();
    expect(again.out, again.err).toBe('office: 0 added, now 2 people, 2 faces\n');
    expect(again.code).toBe(0);
    expect(await enrolments()).toBe(sent);
    // Somebody who was removed on the server, and a photo that has changed.
    expect((await run('gallery', 'remove', '--collection', 'office', 'bob')).out).toBe(
      'office: 1 person removed, now 1 person, 1 face\n',
    );
    await utimes(place.path('people/ada/1.jpg'), 1, 1);
    const third = jsonLines((await enrol('--json')).out);
    expect(third).toMatchObject([
      { id: 'ada', is_new: false },
      { id: 'bob', is_new: true, duplicates: [] },
    ]);
    expect(await enrolments()).toBe(sent + 2);
  });

  it('is listed, corrected and written to a gallery file, and takes one', async () => {
    const renamed = await run('gallery', 'rename', '--collection', 'office', 'bob', 'robert');
    expect(renamed.out, renamed.err).toBe('office: bob is now robert, now 2 people, 2 faces\n');
    const exported = await run('gallery', 'export', '--collection', 'office', 'office.facet');
    expect(exported.out, exported.err).toBe('office.facet: 2 people, 2 vectors\n');
    expect((await run('gallery', 'list', 'office.facet')).out).toContain('robert  1 vector\n');
    const merged = await run('gallery', 'merge', '--collection', 'copy', 'office.facet');
    expect(merged.out, merged.err).toBe('copy: 2 faces added, now 2 people, 2 faces\n');
    expect((await run('gallery', 'list', '--collection', 'copy')).out).toBe(
      'ada  1 face\nrobert  1 face\n2 people, 2 faces\n',
    );
  });

  it('rejects a photo that does not pass the enrolment check, unless told otherwise', async () => {
    const { err, code } = await run('enrol', 'people', '--collection', 'strict', '--json');
    expect(code, err).toBe(1);
    expect(err).toContain('The photo does not pass the enrolment check');
  });

  it('says what is wrong with the command line or the name', async () => {
    const none = await run('search', 'party', '--collection', 'nobody');
    expect(none.code).toBe(1);
    expect(none.err).toContain('The account has no collection with this id.');
    const noServer = await facet(['gallery', 'list', '--collection', 'office'], { cwd: place.folder });
    expect(noServer.code).toBe(2);
    expect(noServer.err).toContain('--url');
    expect((await run('enrol', 'people')).err).toContain('Give --gallery FILE, or --collection NAME');
    expect((await run('gallery', 'remove', '--collection', 'office')).code).toBe(2);
  });
});
