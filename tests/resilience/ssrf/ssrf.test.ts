import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { postFiles, postJson, startTarget, type JsonResponse } from '../shared/service.js';
import { NOT_PUBLIC, OWN_MACHINE, OWN_MACHINE_IPV6 } from './addresses.js';
import { startCanary, type Canary } from './canary.js';
import {
  NO_URL_WHEN_SENT,
  ODD_PORTS,
  OWN_NAMES,
  PATHS_OF_THE_SENDER,
  REJECTED_TRICKS,
  UNKNOWN_NAMES,
  UNREADABLE,
} from './tricks.js';

interface Ending {
  readonly code: string;
  readonly message?: RegExp;
}

/** Rejected by the URL or by its addresses, without a connection. */
const REJECTED: Ending = { code: '3201' };
/** Ways in which a fetch fails (3202) without a connection to where it was sent; each has a sentence of its own. */
const NAME_UNKNOWN: Ending = { code: '3202', message: /host name could not be resolved/ };
const LEADS_NOWHERE: Ending = { code: '3202', message: /redirects to no valid address/ };
const LEADS_IN_CIRCLES: Ending = { code: '3202', message: /redirects too often/ };
const NO_IMAGE: Ending = { code: '2003' };
/** The response of the canary is not an image, which only shows if it was fetched. */
const REACHED = '2004';
/** A host with one of these characters cannot be sent in a header. */
const CONTROL = /[\0\r\n]/;

/** An address of this machine that the operator has allowed, at the ports that are open to all. */
const ALLOWED = '127.0.0.3';

let canary: Canary;
/** At a port that is not open. */
let oddCanary: Canary;
/** Sends everyone on to where the query of the request says. */
let signpost: Server;
let signpostUrl: string;
/** Default settings, except that the canary's port and one address are allowed: one canary is protected only by the address check, the other only by the port check. */
let guarded: StartedService;
/** With the guard disabled by the operator, which shows what would reach the canary without it. */
let open: StartedService;
let good: GoodCall;

beforeAll(async () => {
  canary = await startCanary();
  oddCanary = await startCanary();
  signpost = createServer((request, response) => {
    const to = new URL(request.url ?? '', 'http://signpost').searchParams.get('to') ?? '';
    // A header holds bytes, so other characters go as they do on the web.
    const location = to.replace(/[^\t\x20-\x7e]+/gu, encodeURIComponent);
    response.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => signpost.listen(0, '127.0.0.1', resolve));
  const { port } = signpost.address() as AddressInfo;
  signpostUrl = `http://127.0.0.1:${port}`;
  guarded = await startTarget({
    FACET_URL_PORTS: String(canary.port),
    FACET_URL_ALLOW: `127.0.0.1:${port},${ALLOWED}`,
  });
  open = await startTarget({
    FACET_URL_PORTS: `${canary.port},${oddCanary.port}`,
    FACET_URL_ALLOW: `127.0.0.1:${port},127.0.0.0/8,0.0.0.0/8,::/127,::ffff:0:0/96`,
  });
  good = await goodCall(guarded.url);
});

afterAll(async () => {
  await Promise.all([guarded.stop(), open.stop(), canary.close(), oddCanary.close()]);
  signpost.closeAllConnections();
  await new Promise((resolve) => signpost.close(resolve));
});

const call = ({ url }: StartedService, img: string): Promise<JsonResponse> =>
  postJson(`${url}/get_face_vec`, { img });
const there = (host: string): string => `http://${host}:${canary.port}/photo.jpg`;
const via = (location: string): string => `${signpostUrl}/?to=${encodeURIComponent(location)}`;

const withPorts = (trick: string): string =>
  trick.replaceAll('PORT', String(canary.port)).replaceAll('ODD', String(oddCanary.port));
const knocks = (): number => canary.knocks() + oddCanary.knocks();

/** Expects one of these responses, and no connection to a canary. */
async function expectNoKnock(url: string, ...endings: readonly [Ending, ...Ending[]]): Promise<void> {
  const before = knocks();
  const { status, body } = await call(guarded, url);
  const ending = endings.find(({ code }) => code === body.code) ?? endings[0];
  expect(body.code, body.message).toBe(ending.code);
  if (ending.message !== undefined) expect(body.message).toMatch(ending.message);
  expect(status).toBe(body.code === NO_IMAGE.code ? 400 : 422);
  expect(body.message).not.toMatch(/ECONN|rejected by|127\.0\.0\.1/);
  expect(knocks()).toBe(before);
}

describe('the canary', () => {
  it('is tried by at least 120 addresses and tricks', () => {
    const tricks = [REJECTED_TRICKS, ODD_PORTS, UNREADABLE, PATHS_OF_THE_SENDER, NO_URL_WHEN_SENT];
    const names = [UNKNOWN_NAMES, OWN_NAMES];
    const all = [OWN_MACHINE, OWN_MACHINE_IPV6, NOT_PUBLIC, ...tricks, ...names].flat();
    expect(new Set<string>(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(120);
  });

  // Fails on a machine without IPv6, where the test would prove nothing.
  it.each([...OWN_MACHINE, ...OWN_MACHINE_IPV6, ALLOWED])('would be reached at %j', async (host) => {
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

  it('at the odd port would be reached where that is open, and the one at the open port is at the same address', async () => {
    const before = [canary.knocks(), oddCanary.knocks()] as const;
    const odd = `http://${ALLOWED}:${oddCanary.port}/photo.jpg`;
    expect((await call(open, odd)).body.code).toBe(REACHED);
    expect((await call(guarded, there(ALLOWED))).body.code).toBe(REACHED);
    expect([canary.knocks(), oddCanary.knocks()]).toEqual([before[0] + 1, before[1] + 1]);
  });
});

describe('the service', () => {
  it.each([...OWN_MACHINE, ...OWN_MACHINE_IPV6, ...NOT_PUBLIC])('does not go to %j', async (host) => {
    await expectNoKnock(there(host), REJECTED);
  });

  const hosts = [...OWN_MACHINE, ...OWN_MACHINE_IPV6, ...NOT_PUBLIC].filter((host) => !CONTROL.test(host));
  it.each(hosts)('is not sent on to %j', async (host) => {
    await expectNoKnock(via(there(host)), REJECTED);
  });

  it.each([...REJECTED_TRICKS, ...ODD_PORTS, ...UNREADABLE, ...PATHS_OF_THE_SENDER])(
    'does not fall for %j',
    (trick) => expectNoKnock(withPorts(trick), REJECTED),
  );
  it.each(NO_URL_WHEN_SENT)('does not treat %j as a URL', (trick) =>
    expectNoKnock(withPorts(trick), NO_IMAGE),
  );
  it.each(UNKNOWN_NAMES)('finds nobody at %j', (trick) => expectNoKnock(withPorts(trick), NAME_UNKNOWN));
  it.each(OWN_NAMES)('does not go to its own name %j', (trick) =>
    expectNoKnock(withPorts(trick), REJECTED, NAME_UNKNOWN),
  );

  const sentOn = (tricks: readonly string[], ...endings: readonly [Ending, ...Ending[]]): void => {
    it.each(tricks)('is not sent on to the trick %j', (trick) =>
      expectNoKnock(via(withPorts(trick)), ...endings),
    );
  };
  sentOn([...REJECTED_TRICKS, ...ODD_PORTS, ...NO_URL_WHEN_SENT], REJECTED);
  sentOn(UNREADABLE, LEADS_NOWHERE);
  sentOn(PATHS_OF_THE_SENDER, LEADS_IN_CIRCLES);
  sentOn(UNKNOWN_NAMES, NAME_UNKNOWN);
  sentOn(OWN_NAMES, REJECTED, NAME_UNKNOWN);

  it('rejects on every way in: each operation, each field, a text part of a form', async () => {
    const before = canary.knocks();
    const img = there('127.0.0.1');
    const pair = { img_1: img, img_2: img };
    expect((await postJson(`${guarded.url}/match_faces`, pair)).body.code).toBe(REJECTED.code);
    expect((await postJson(`${guarded.url}/compare_faces`, pair)).body.code).toBe(REJECTED.code);
    expect((await postJson(`${guarded.url}/get_image_attr`, { image_attr: img })).body.code).toBe(
      REJECTED.code,
    );
    const file = await postFiles(`${guarded.url}/get_face_vec`, { img: Buffer.from(img) });
    expect(file.body).toMatchObject({ code: '2004' });
    expect(canary.knocks()).toBe(before);
  });

  it('says the same of every rejection, so that nobody can map the network behind it', async () => {
    const hosts = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', 'localhost'];
    const responses = await Promise.all(hosts.map((host) => call(guarded, there(host))));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('answers the next good call right', () => good.stillResponds());
});
