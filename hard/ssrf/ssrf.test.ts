import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { StartedService } from '@facet/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { postFiles, postJson, startTarget, type Answer } from '../shared/service.js';
import { NOT_PUBLIC, OWN_MACHINE, OWN_MACHINE_IPV6, TRICKS } from './addresses.js';
import { startCanary, type Canary } from './canary.js';

const REFUSED = '3201';
/** The canary's answer is no image, and that is found out only by whoever has it. */
const REACHED = '2004';
/** A host with one of these in it cannot stand in a header. */
const CONTROL = /[\0\r\n]/;

let canary: Canary;
/** Sends everyone on to where the query of the request says. */
let signpost: Server;
let signpostUrl: string;
/** As it comes, but for the canary's port: nothing but the guard of addresses stands before the canary. */
let guarded: StartedService;
/** With the guard opened by its operator, who shows what the canary would see without it. */
let open: StartedService;
let good: GoodCall;

beforeAll(async () => {
  canary = await startCanary();
  signpost = createServer((request, response) => {
    const to = new URL(request.url ?? '', 'http://signpost').searchParams.get('to') ?? '';
    // A header holds bytes, so other signs go as they do on the web.
    const location = to.replace(/[^\t\x20-\x7e]+/gu, encodeURIComponent);
    response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => signpost.listen(0, '127.0.0.1', resolve));
  const { port } = signpost.address() as AddressInfo;
  signpostUrl = `http://127.0.0.1:${port}`;
  const ports = { FACET_URL_PORTS: String(canary.port) };
  guarded = await startTarget({ ...ports, FACET_URL_ALLOW: `127.0.0.1:${port}` });
  open = await startTarget({
    ...ports,
    FACET_URL_ALLOW: `127.0.0.1:${port},127.0.0.0/8,0.0.0.0/8,::/127,::ffff:0:0/96`,
  });
  good = await goodCall(guarded.url);
});

afterAll(async () => {
  await Promise.all([guarded.stop(), open.stop(), canary.close()]);
  signpost.closeAllConnections();
  await new Promise((resolve) => signpost.close(resolve));
});

const call = ({ url }: StartedService, img: string): Promise<Answer> =>
  postJson(`${url}/get_face_vec`, { img });
const there = (host: string): string => `http://${host}:${canary.port}/photo.jpg`;
const via = (location: string): string => `${signpostUrl}/?to=${encodeURIComponent(location)}`;

/** Whether an answer is a refusal, and nobody knocked at the canary's door. */
async function expectNoKnock(url: string, codes: readonly string[] = [REFUSED]): Promise<void> {
  const before = canary.knocks();
  const { status, body } = await call(guarded, url);
  expect(codes, body.message).toContain(body.code);
  expect(status).toBe(body.code === '2003' ? 400 : 422);
  expect(body.message).not.toMatch(/ECONN|refused by|127\.0\.0\.1/);
  expect(canary.knocks()).toBe(before);
}

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ family }) => family === 'IPv6'),
);

describe('the canary', () => {
  it('is tried by at least 120 addresses and tricks', () => {
    const all = [...OWN_MACHINE, ...OWN_MACHINE_IPV6, ...NOT_PUBLIC, ...TRICKS];
    expect(new Set<string>(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(120);
  });

  it.each([...OWN_MACHINE, ...(hasIpv6 ? OWN_MACHINE_IPV6 : [])])('would be reached at %j', async (host) => {
    const before = canary.knocks();
    const { body } = await call(open, there(host));
    expect(body.code).toBe(REACHED);
    expect(canary.knocks()).toBe(before + 1);
  });

  it('would be reached by a redirect', async () => {
    const before = canary.knocks();
    expect((await call(open, via(there('localhost')))).body.code).toBe(REACHED);
    expect(canary.knocks()).toBe(before + 1);
  });
});

describe('the service', () => {
  it.each([...OWN_MACHINE, ...OWN_MACHINE_IPV6, ...NOT_PUBLIC])('does not go to %j', async (host) => {
    await expectNoKnock(there(host));
  });

  const hosts = [...OWN_MACHINE, ...OWN_MACHINE_IPV6, ...NOT_PUBLIC].filter((host) => !CONTROL.test(host));
  it.each(hosts)('is not sent on to %j', async (host) => {
    await expectNoKnock(via(there(host)));
  });

  // A name that nobody knows (3202) and text that is no URL (2003) are refusals too.
  it.each(TRICKS)('does not fall for %j', async (trick) => {
    await expectNoKnock(trick.replaceAll('PORT', String(canary.port)), [REFUSED, '3202', '2003']);
  });

  it.each(TRICKS.filter((trick) => /^[a-z+]+:/.test(trick)))(
    'is not sent on to the trick %j',
    async (trick) => {
      await expectNoKnock(via(trick.replaceAll('PORT', String(canary.port))), [REFUSED, '3202']);
    },
  );

  it('refuses on every way in: each operation, each field, a text part of a form', async () => {
    const before = canary.knocks();
    const img = there('127.0.0.1');
    const pair = { img_1: img, img_2: img };
    expect((await postJson(`${guarded.url}/match_faces`, pair)).body.code).toBe(REFUSED);
    expect((await postJson(`${guarded.url}/compare_faces`, pair)).body.code).toBe(REFUSED);
    expect((await postJson(`${guarded.url}/get_image_attr`, { image_attr: img })).body.code).toBe(REFUSED);
    const file = await postFiles(`${guarded.url}/get_face_vec`, { img: Buffer.from(img) });
    expect(file.body).toMatchObject({ code: '2004' });
    expect(canary.knocks()).toBe(before);
  });

  it('says the same of every refusal, so that nobody can map the network behind it', async () => {
    const hosts = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', 'localhost'];
    const answers = await Promise.all(hosts.map((host) => call(guarded, there(host))));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('answers the next good call right', () => good.stillAnswersRight());
});
