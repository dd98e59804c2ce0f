import { expect, it } from 'vitest';
import {
  checkUrl,
  DEFAULT_MAX_IMAGE_BYTES,
  isSentAsItIs,
  rejectionOfFile,
  rejectionOfUnreadable,
} from './prepare-file.js';

const file = (
  size: number,
  type = 'image/jpeg',
  name = 'a.jpg',
): { size: number; type: string; name: string } => ({
  size,
  type,
  name,
});

const MEGABYTE = 1024 * 1024;

it('accepts photos, also of a type the system does not know', () => {
  expect(rejectionOfFile(file(1000))).toBeNull();
  expect(rejectionOfFile(file(1000, ''))).toBeNull();
  expect(rejectionOfFile(file(1000, 'image/webp'))).toBeNull();
});

it('sends JPEG and PNG as they are, and has everything else converted', () => {
  const asItIs = (type: string, size = 1000): boolean =>
    isSentAsItIs(file(size, type), DEFAULT_MAX_IMAGE_BYTES);
  expect(['image/jpeg', 'image/png', ''].map((type) => asItIs(type))).toEqual([true, true, true]);
  expect(['image/webp', 'image/avif', 'image/heic'].map((type) => asItIs(type))).toEqual([
    false,
    false,
    false,
  ]);
  expect(asItIs('image/jpeg', 25 * MEGABYTE)).toBe(false);
});

it('says what cannot be converted', () => {
  const large = rejectionOfUnreadable(file(25 * MEGABYTE), DEFAULT_MAX_IMAGE_BYTES);
  expect(large).toContain('25 MB');
  expect(large).toContain('up to 20 MB');
  expect(rejectionOfUnreadable(file(1000, 'image/heic', 'a.heic'), DEFAULT_MAX_IMAGE_BYTES)).toBe(
    'Your browser cannot read “a.heic”. Save it as JPEG or PNG and try again.',
  );
});

it('rejects files that are not pictures or are empty', () => {
  expect(rejectionOfFile(file(10, 'application/pdf'))).toContain('not a picture');
  expect(rejectionOfFile(file(0))).toContain('is empty');
});

it.each([
  ['https://example.org/a.jpg', 'https://example.org/a.jpg'],
  ['  http://example.org ', 'http://example.org/'],
])('takes the address %s', (text, url) => {
  expect(checkUrl(text)).toEqual({ url });
});

it.each(['', 'example.org/a.jpg', 'ftp://example.org/a.jpg', 'javascript:alert(1)', 'file:///a.jpg'])(
  'rejects the address "%s" with a message',
  (text) => {
    expect(checkUrl(text)).toHaveProperty('rejection');
  },
);
