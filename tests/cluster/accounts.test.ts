import { request } from 'node:http';
import { signUp } from '@facet/test-support';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '../resilience/shared/service.js';
import { call, makePhoto, type Photo } from './shared/call.js';
import { useCluster } from './shared/cluster.js';
import { UNLIMITED_PLAN } from './shared/plans.js';

const cluster = useCluster();
let photo: Photo;
let urls: readonly string[];
beforeAll(async () => {
  photo = await makePhoto();
  urls = cluster().members.map(({ service }) => service.url);
});

const place = (n: number): string => urls[n] ?? '';

async function account(url: string, cookie: string): Promise<Envelope> {
  return (await (await fetch(`${url}/account`, { headers: { cookie } })).json()) as Envelope;
}

async function post(url: string, path: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(`${url}/account/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(body),
  });
}

/** What each server responds to a call with this id, one after the other. */
async function codesEverywhere(apiKey: string): Promise<string[]> {
  const codes: string[] = [];
  for (const url of urls) codes.push((await call(url, photo, { user_id: apiKey })).code);
  return codes;
}

describe('what happens at one server holds at all', () => {
  it('a log-in', async () => {
    const { email, password, cookie } = await signUp(place(0), 'everywhere');
    for (const url of urls) expect(await account(url, cookie)).toMatchObject({ code: '1000' });

    const loggedIn = await post(place(1), 'log-in', { email, password });
    const second = loggedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await account(place(2), second)).toMatchObject({ data: { account: { email } } });
    expect((await post(place(2), 'log-out', {}, second)).status).toBe(200);
    for (const url of urls) expect(await account(url, second)).toMatchObject({ code: '4010' });
    // The session of the sign-up is another one, and lives through nginx, too.
    expect(await account(cluster().nginx.url, cookie)).toMatchObject({ data: { account: { email } } });
  });

  it('a replaced API key, from the next call on', async () => {
    const { apiKey, cookie } = await signUp(cluster().nginx.url, 'replaced', UNLIMITED_PLAN);
    // Every server has seen the old id work.
    expect(await codesEverywhere(apiKey)).toEqual(['1000', '1000', '1000']);
    const replaced = await post(place(0), 'api-keys/replace', {}, cookie);
    const { data } = (await replaced.json()) as { data: { account: { api_key: string } } };
    expect(data.account.api_key).not.toBe(apiKey);
    expect(await codesEverywhere(apiKey)).toEqual(['4002', '4002', '4002']);
    expect(await codesEverywhere(data.account.api_key)).toEqual(['1000', '1000', '1000']);
  });

  it('a revoked API key, from the next call on, while the other works', async () => {
    const { apiKey, cookie } = await signUp(cluster().nginx.url, 'rotated', UNLIMITED_PLAN);
    const added = await post(place(1), 'api-keys', { name: 'second' }, cookie);
    const { data } = (await added.json()) as { data: { api_keys: { name: string; api_key: string }[] } };
    const second = data.api_keys.find(({ name }) => name === 'second')?.api_key ?? '';
    for (const id of [apiKey, second]) expect(await codesEverywhere(id)).toEqual(['1000', '1000', '1000']);
    expect((await post(place(2), 'api-keys/revoke', { name: 'default' }, cookie)).status).toBe(200);
    expect(await codesEverywhere(apiKey)).toEqual(['4002', '4002', '4002']);
    expect(await codesEverywhere(second)).toEqual(['1000', '1000', '1000']);
  });

  it('a suspension by the operator and its end, from the next call on', async () => {
    const { apiKey, email } = await signUp(cluster().nginx.url, 'suspended', UNLIMITED_PLAN);
    expect(await codesEverywhere(apiKey)).toEqual(['1000', '1000', '1000']);
    const operator = cluster().members[1]?.service;
    await operator?.admin('accounts', 'suspend', email);
    expect(await codesEverywhere(apiKey)).toEqual(['4005', '4005', '4005']);
    await operator?.admin('accounts', 'resume', email);
    expect(await codesEverywhere(apiKey)).toEqual(['1000', '1000', '1000']);
  });
});

/** A log-in of somebody unknown from one of the addresses of loopback; gives back the code. */
const guess = (from: string, n: number, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(`${cluster().nginx.url}/account/log-in`, {
      method: 'POST',
      localAddress: from,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.once('error', reject).once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve((JSON.parse(text) as Envelope).code);
      });
    });
    sent.end(JSON.stringify({ email: `nobody-${n}@people.example`, password: 'a wrong password' }));
  });

it('guessing is counted by the address of the caller, at all servers together', async () => {
  const codes: string[] = [];
  // Addresses that the caller invents do not help.
  for (let n = 0; n < 22; n += 1)
    codes.push(await guess('127.0.0.7', n, { 'x-forwarded-for': `198.51.100.${n}` }));
  expect(codes).toEqual([...Array.from({ length: 20 }, () => '4011'), '4293', '4293']);
  expect(await guess('127.0.0.8', 99)).toBe('4011');
});
