import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textKind } from './read-image.js';

const BEGINNINGS = {
  JPEG: [0xff, 0xd8, 0xff, 0xe0],
  PNG: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  WebP: [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
  AVIF: [0, 0, 0, 0x1c, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66],
};

describe('textKind', () => {
  it.each([
    ['https://example.com/a.jpg', 'url'],
    ['HTTP://example.com/a.jpg', 'url'],
    ['data:image/png;base64,iVBO', 'data-url'],
    ['file:///tmp/a.jpg', 'file-url'],
    ['photo.jpg', 'path'],
    ['/srv/photos/alice', 'path'],
    ['photos/alice/1', 'path'],
    ['C:\\photos\\a.png', 'path'],
    ['/9j/photo.jpg', 'path'],
    ['ümläut', 'path'],
  ] as const)('%s is a %s', (text, kind) => {
    expect(textKind(text, true)).toBe(kind);
  });

  it.each(Object.entries(BEGINNINGS))('knows the Base64 of a %s image by its beginning', (_format, bytes) => {
    const image = Buffer.from([...bytes, 1, 2, 3, 250]);
    expect(textKind(image.toString('base64'), true)).toBe('base64');
    expect(textKind(image.toString('base64url'), true)).toBe('base64');
    expect(textKind(`\n${image.toString('base64').replace(/.{4}/g, '$&\r\n')}`, true)).toBe('base64');
  });

  it('takes what is longer than any path for Base64, also of a damaged image', () => {
    expect(textKind('A'.repeat(5000), true)).toBe('base64');
  });

  it('thinks of no paths where there are no files', () => {
    expect(textKind('QUJD', true)).toBe('path');
    expect(textKind('QUJD', false)).toBe('base64');
    expect(textKind('photo.jpg', false)).toBe('path');
  });

  it('never takes an image in Base64 for a path', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (rest) => {
        const image = Buffer.from([...BEGINNINGS.JPEG, ...rest]);
        expect(textKind(image.toString('base64'), true)).toBe('base64');
      }),
    );
  });
});
