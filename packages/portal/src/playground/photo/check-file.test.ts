import { expect, it } from 'vitest';
import { byteSizeText } from './byte-size.js';
import { checkUrl, DEFAULT_MAX_IMAGE_BYTES, refusalOfFile } from './check-file.js';

const file = (
  size: number,
  type = 'image/jpeg',
  name = 'a.jpg',
): { size: number; type: string; name: string } => ({
  size,
  type,
  name,
});

it('lets photos pass, also of a type the system does not know', () => {
  expect(refusalOfFile(file(1000), DEFAULT_MAX_IMAGE_BYTES)).toBeNull();
  expect(refusalOfFile(file(1000, ''), DEFAULT_MAX_IMAGE_BYTES)).toBeNull();
});

it('tells the limit in words before anything is sent', () => {
  const refusal = refusalOfFile(file(25 * 1024 * 1024), DEFAULT_MAX_IMAGE_BYTES);
  expect(refusal).toContain('25 MB');
  expect(refusal).toContain('up to 20 MB');
});

it('refuses what is no picture, and what is empty', () => {
  expect(refusalOfFile(file(10, 'application/pdf'), 100)).toContain('not a picture');
  expect(refusalOfFile(file(0), 100)).toContain('is empty');
});

it.each([
  ['https://example.org/a.jpg', 'https://example.org/a.jpg'],
  ['  http://example.org ', 'http://example.org/'],
])('takes the address %s', (text, url) => {
  expect(checkUrl(text)).toEqual({ url });
});

it.each(['', 'example.org/a.jpg', 'ftp://example.org/a.jpg', 'javascript:alert(1)', 'file:///a.jpg'])(
  'refuses the address "%s" in words',
  (text) => {
    expect(checkUrl(text)).toHaveProperty('refusal');
  },
);

it.each([
  [512, '512 bytes'],
  [1536, '1.5 KB'],
  [48 * 1024, '48 KB'],
  [2.25 * 1024 * 1024, '2.3 MB'],
])('says %d bytes as %s', (bytes, text) => {
  expect(byteSizeText(bytes)).toBe(text);
});
