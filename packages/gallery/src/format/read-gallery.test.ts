import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.js';
import { Gallery } from '../gallery.js';
import { VECTOR_MODEL } from '../search/impostor-distances.js';
import { GalleryError, type GalleryErrorCode } from '../gallery-error.js';
import {
  BLOCK_HEADER_BYTES,
  END_BYTES,
  HEADER_BYTES,
  HEADER_SUM_OFFSET,
  MAX_BLOCK_BYTES,
  MODEL_OFFSET,
  NO_META,
  VECTOR_BYTES,
} from './layout.js';

const vector = Array.from({ length: 128 }, (_, i) => ((i * 37) % 64) / 1024 - 0.03);

function saved(): Uint8Array {
  const gallery = new Gallery({ model: 'a-model' });
  gallery.enrol('ada', vector, { town: 'London' });
  gallery.enrol('ada', vector);
  gallery.enrol('ben', vector);
  return gallery.save();
}

function codeOf(bytes: Uint8Array): GalleryErrorCode | 'none' {
  try {
    Gallery.load(bytes);
    return 'none';
  } catch (error) {
    if (error instanceof GalleryError) return error.code;
    throw error;
  }
}

const FIRST_PAYLOAD = HEADER_BYTES + BLOCK_HEADER_BYTES;

/** Changes a gallery as somebody would who knows the format: the checksums are right again afterwards. */
function forged(change: (view: DataView) => void): Uint8Array {
  const bytes = saved();
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(HEADER_BYTES, true);
  change(view);
  const sum = (from: number, to: number): number => crc32(bytes.subarray(from, to));
  view.setUint32(HEADER_SUM_OFFSET, sum(0, HEADER_SUM_OFFSET), true);
  view.setUint32(HEADER_BYTES + 8, sum(FIRST_PAYLOAD, FIRST_PAYLOAD + length), true);
  view.setUint32(HEADER_BYTES + 12, sum(HEADER_BYTES, HEADER_BYTES + 12), true);
  const end = bytes.length - END_BYTES;
  view.setUint32(end + 8, sum(end, end + 8), true);
  return bytes;
}

describe('reading a gallery', () => {
  it('reads what was saved, also when forged into what it was', () => {
    expect(codeOf(saved())).toBe('none');
    expect(codeOf(forged(() => undefined))).toBe('none');
  });

  it('says what else it is when it is no gallery', () => {
    expect(codeOf(new TextEncoder().encode('{"people":[],"something":"else"}'))).toBe('file-not-a-gallery');
    expect(codeOf(new TextEncoder().encode('PNG'))).toBe('file-not-a-gallery');
    expect(codeOf(new Uint8Array())).toBe('file-truncated');
  });

  it('tells a newer version from damage', () => {
    expect(
      codeOf(
        forged((view) => {
          view.setUint16(8, 4, true);
        }),
      ),
    ).toBe('file-version');
    const damaged = saved();
    damaged[8] = 4;
    expect(codeOf(damaged)).toBe('file-damaged');
  });

  it('notices an end that is missing, wherever it was cut', () => {
    const bytes = saved();
    for (let length = 0; length < bytes.length; length += 7) {
      expect(codeOf(bytes.subarray(0, length))).toBe('file-truncated');
    }
    expect(codeOf(bytes.subarray(0, bytes.length - 1))).toBe('file-truncated');
  });

  it('notices every flipped bit', () => {
    const bytes = saved();
    for (let bit = 0; bit < bytes.length * 8; bit += 5) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(codeOf(flipped)).toBe(bit < 64 ? 'file-not-a-gallery' : 'file-damaged');
    }
  });

  it.each<[string, GalleryErrorCode, (view: DataView) => void]>([
    [
      'a block of 4 GB',
      'file-limits',
      (view) => {
        view.setUint32(HEADER_BYTES, 0xffffffff, true);
      },
    ],
    [
      'a block just over the limit',
      'file-limits',
      (view) => {
        view.setUint32(HEADER_BYTES, MAX_BLOCK_BYTES + 1, true);
      },
    ],
    [
      'vectors of 60,000 numbers',
      'file-limits',
      (view) => {
        view.setUint16(10, 60_000, true);
      },
    ],
    [
      'an id of 65,535 bytes',
      'file-limits',
      (view) => {
        view.setUint16(FIRST_PAYLOAD, 0xffff, true);
      },
    ],
    [
      '65,535 vectors in a record',
      'file-limits',
      (view) => {
        view.setUint16(FIRST_PAYLOAD + 2, 0xffff, true);
      },
    ],
    [
      'a meta value of 4 GB',
      'file-limits',
      (view) => {
        view.setUint32(FIRST_PAYLOAD + 4, NO_META - 1, true);
      },
    ],
    [
      'more vectors than the block holds',
      'file-inconsistent',
      (view) => {
        view.setUint16(FIRST_PAYLOAD + 2, 900, true);
      },
    ],
    [
      'a person without vectors',
      'file-inconsistent',
      (view) => {
        view.setUint16(FIRST_PAYLOAD + 2, 0, true);
      },
    ],
    [
      'vectors without a model',
      'file-inconsistent',
      (view) => {
        for (let i = 0; i < 64; i++) view.setUint8(MODEL_OFFSET + i, 0);
      },
    ],
    [
      'the name of a model with a gap',
      'file-inconsistent',
      (view) => {
        view.setUint8(MODEL_OFFSET + 63, 0x41);
      },
    ],
    [
      'the name of a model that no model can have',
      'file-inconsistent',
      (view) => {
        view.setUint8(MODEL_OFFSET, 0x20);
      },
    ],
    [
      'an empty id',
      'file-inconsistent',
      (view) => {
        view.setUint16(FIRST_PAYLOAD, 0, true);
      },
    ],
    [
      'an end that states four billion people',
      'file-inconsistent',
      (view) => {
        view.setUint32(view.byteLength - END_BYTES, 0xffffffff, true);
      },
    ],
    [
      'an end that states one vector too many',
      'file-inconsistent',
      (view) => {
        view.setUint32(view.byteLength - END_BYTES + 4, 4, true);
      },
    ],
    [
      'a block with another number',
      'file-inconsistent',
      (view) => {
        view.setUint32(HEADER_BYTES + 4, 1, true);
      },
    ],
    [
      'an id that is not UTF-8',
      'file-inconsistent',
      (view) => {
        view.setUint8(FIRST_PAYLOAD + 8, 0xff);
      },
    ],
    [
      'a meta value that is not JSON',
      'file-inconsistent',
      (view) => {
        view.setUint8(FIRST_PAYLOAD + 11, 0x5b);
      },
    ],
    [
      'a number that is none',
      'file-inconsistent',
      (view) => {
        view.setUint32(FIRST_PAYLOAD + 28 + VECTOR_BYTES - 4, 0x7fc00000, true);
      },
    ],
  ])('rejects %s', (_name, code, change) => {
    expect(codeOf(forged(change))).toBe(code);
  });

  it('keeps people with more vectors than one record holds', () => {
    const gallery = new Gallery({ model: VECTOR_MODEL });
    for (let i = 0; i < 2500; i++) gallery.enrol('ada', vector, i === 0 ? 'first' : undefined);
    gallery.enrol('ben', vector);
    const copy = Gallery.load(gallery.save());
    expect([...copy]).toEqual([
      { id: 'ada', vectors: 2500, meta: 'first' },
      { id: 'ben', vectors: 1 },
    ]);
  });

  it('writes the same format as ever', () => {
    // What was written once has to be readable for ever: change the version when this changes.
    // Not with CRC-32: what ends in its own checksum always comes out the same.
    const digest = createHash('sha256').update(saved()).digest('hex');
    expect(digest.slice(0, 16)).toBe('618cce0e4a00c9a6');
  });
});
