/** The format that the first bytes of a file indicate; `null` if they match none. */
type RecognisedFormat = (typeof SIGNATURES)[number][0] | 'avif' | 'heif' | 'mp4' | 'svg' | 'html' | 'xml';

/** Format, then pairs of offset and the characters that stand there. */
const SIGNATURES = [
  ['jpeg', [[0, '\xff\xd8\xff']]],
  ['png', [[0, '\x89PNG\r\n\x1a\n']]],
  [
    'webp',
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  ],
  ['gif', [[0, 'GIF8']]],
  ['tiff', [[0, 'II*\0']]],
  ['tiff', [[0, 'MM\0*']]],
  ['tiff', [[0, 'II+\0']]],
  ['tiff', [[0, 'MM\0+']]],
  ['bmp', [[0, 'BM']]],
  ['ico', [[0, '\0\0\x01\0']]],
  ['jpeg-xl', [[0, '\xff\x0a']]],
  ['jpeg-xl', [[0, '\0\0\0\x0cJXL ']]],
  ['jpeg-2000', [[0, '\0\0\0\x0cjP  ']]],
  ['jpeg-2000', [[0, '\xff\x4f\xff\x51']]],
  ['psd', [[0, '8BPS']]],
  ['pdf', [[0, '%PDF-']]],
  ['zip', [[0, 'PK\x03\x04']]],
  ['gzip', [[0, '\x1f\x8b']]],
] as const;

const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const AVIF_BRANDS = ['avif', 'avis'];

/** Decides by content alone: names and declared types play no part. */
export function sniffFormat(bytes: Uint8Array): RecognisedFormat | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  for (const [format, marks] of SIGNATURES) {
    if (marks.every(([offset, characters]) => start.startsWith(characters, offset))) return format;
  }
  return start.startsWith('ftyp', 4) ? sniffBrand(start) : sniffMarkup(start);
}

/** The ISO base media formats name their kind in a list of four-letter brands. */
function sniffBrand(start: string): 'avif' | 'heif' | 'mp4' {
  const boxEnd = start.charCodeAt(2) * 256 + start.charCodeAt(3);
  const brands = start.slice(8, boxEnd).match(/[^]{4}/g) ?? [];
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif';
  return brands.some((brand) => HEIF_BRANDS.includes(brand)) ? 'heif' : 'mp4';
}

function sniffMarkup(start: string): 'svg' | 'html' | 'xml' | null {
  const text = start.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (!text.startsWith('<')) return null;
  if (/<svg[\s>]/i.test(text)) return 'svg';
  if (/^<(!doctype html|html|head|body)/i.test(text)) return 'html';
  return text.startsWith('<?xml') ? 'xml' : null;
}
