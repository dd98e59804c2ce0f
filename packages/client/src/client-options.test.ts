import { describe, expect, it } from 'vitest';
import { FacetClient } from './client.js';
import { readSettings, type FacetClientOptions } from './client-options.js';
import { InputError } from './errors.js';

const GOOD: FacetClientOptions = { baseUrl: 'https://faces.example.com', apiKey: 'u-1' };

describe('the options of the client', () => {
  it.each([
    ['https://faces.example.com', 'https://faces.example.com'],
    ['https://faces.example.com/', 'https://faces.example.com'],
    [new URL('http://localhost:8080/api//'), 'http://localhost:8080/api'],
  ])('takes the address %s', (baseUrl, expected) => {
    expect(readSettings({ ...GOOD, baseUrl }).baseUrl).toBe(expected);
  });

  it.each([
    [{ baseUrl: 'faces.example.com' }, /^baseUrl must be an address/],
    [{ baseUrl: 'ftp://faces.example.com' }, /^baseUrl must be an address/],
    [{ baseUrl: 'https://a:b@faces.example.com' }, /no user name/],
    [{ baseUrl: 'https://faces.example.com?a=1' }, /query/],
    [{ apiKey: '' }, /^apiKey must be/],
    [{ apiKey: 'a\nb' }, /^apiKey must be/],
    [{ apiKey: undefined as never }, /^apiKey must be/],
    [{ timeoutMs: 0 }, /^timeoutMs must be a number from 1/],
    [{ retries: -1 }, /^retries must be/],
    [{ maxRetryWaitMs: NaN }, /^maxRetryWaitMs must be/],
    [{ maxImageBytes: 0 }, /^maxImageBytes must be/],
  ])('turns down %j', (wrong, message) => {
    const make = (): FacetClient => new FacetClient({ ...GOOD, ...wrong });
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  it('never shows the API key, which is a secret', () => {
    const client = new FacetClient({ ...GOOD, apiKey: 'top-secret' });
    expect(JSON.stringify(client)).toBe('{"collections":{}}');
    expect(() => new FacetClient({ ...GOOD, apiKey: 'tôp-secret' })).not.toThrow(/secret/);
  });
});
