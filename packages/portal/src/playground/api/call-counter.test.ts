import { expect, it } from 'vitest';
import { afterExchange, NO_CALLS, type CallCounter } from './call-counter.js';
import { parseHeaders, type Exchange } from '../../analysis/send.js';

const exchange = (code: string, headers = ''): Exchange => ({
  request: { path: '/get_image_attr', query: [], images: [] },
  status: 200,
  millis: 1,
  headers: parseHeaders(headers),
  text: JSON.stringify({ code }),
});

const after = (...exchanges: Exchange[]): CallCounter => exchanges.reduce(afterExchange, NO_CALLS);

it('counts a call when the analysis ran', () => {
  expect(after(exchange('1000'), exchange('3001'), exchange('3102')).made).toBe(3);
});

it.each(['4291', '4003', '2003', '3201', '5000', ''])('does not count a call rejected with "%s"', (code) => {
  expect(after(exchange(code)).made).toBe(0);
});

it('knows what is left from the last response that said so', () => {
  expect(after(exchange('1000')).left).toBeNull();
  expect(after(exchange('1000', 'x-quota-limit: 1000\nx-quota-remaining: 41'), exchange('1000')).left).toBe(
    41,
  );
});
