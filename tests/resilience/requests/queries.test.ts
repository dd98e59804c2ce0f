import { processFigures, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, API_KEY, type Envelope } from '../shared/service.js';

let service: StartedService;

beforeAll(async () => {
  service = await startTarget();
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

/** As much as fits into the headers of a request. */
const LENGTH = 15_800;
const REQUESTS = 20;

describe('a query as long as the headers allow', () => {
  it.each([
    ['one endless number', `bboxes=${'1'.repeat(LENGTH)}x`],
    ['an endless fraction', `bboxes=1.${'1'.repeat(LENGTH)}x`],
    ['an endless exponent', `bboxes=1e${'1'.repeat(LENGTH)}x`],
    ['blanks', `bboxes=${'+'.repeat(LENGTH)}x`],
    ['commas', `bboxes=${','.repeat(LENGTH)}`],
    ['torn boxes', `bboxes=${'&1'.repeat(LENGTH / 2)}`],
    ['names', `${'a&'.repeat(LENGTH / 2)}bboxes=1`],
    ['broken percent signs', `bboxes=${'%'.repeat(LENGTH)}`],
    ['a flag without end', `face_det=${'0'.repeat(LENGTH)}`],
  ])('(%s) is rejected without much computing', async (_, query) => {
    const before = await processFigures(service.process.pid);
    for (let n = 0; n < REQUESTS; n++) {
      const headers = { user_id: API_KEY, 'content-type': 'application/json' };
      const response = await fetch(`${service.url}/get_image_attr?${query}`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect(response.status).toBe(400);
      expect(((await response.json()) as Envelope).code).toBe('2002');
    }
    const after = await processFigures(service.process.pid);
    // One endless number alone took 0.7 s.
    expect(after.cpuSeconds - before.cpuSeconds).toBeLessThan(2);
  });
});
