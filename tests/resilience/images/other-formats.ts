import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

const text = (content: string): Buffer => Buffer.from(content, 'latin1');
const hex = (content: string): Buffer => Buffer.from(content.replaceAll(' ', ''), 'hex');
const filled = (start: Buffer): Buffer => Buffer.concat([start, Buffer.alloc(2000, 0x41)]);

const SVG = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
<image xlink:href="file:///etc/passwd"/><text>&x;</text><script>alert(1)</script></svg>`;

/** Files of formats that are not accepted: real ones where they can be made, else their first bytes. */
export async function otherFormats(): Promise<readonly (readonly [string, Buffer])[]> {
  const picture = (): Sharp => sharp({ create: { width: 64, height: 64, channels: 3, background: '#936' } });
  return [
    ['GIF', await picture().gif().toBuffer()],
    ['TIFF', await picture().tiff().toBuffer()],
    ['TIFF with a JPEG in it', await picture().tiff({ compression: 'jpeg' }).toBuffer()],
    ['SVG with an entity and a reference', text(SVG)],
    ['compressed SVG', gzipSync(SVG)],
    ['SVG after white space', text(`\n\n  ${SVG}`)],
    ['HEIC', filled(hex('00000018 66747970 68656963 00000000 6d696631 68656963'))],
    ['BMP', filled(hex('424d 36080000 00000000 36000000 28000000 10000000 10000000 0100 1800'))],
    ['ICO', filled(hex('0000 0100 0100 1010 0000 0100 2000'))],
    ['PDF', filled(text('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\n'))],
    ['PostScript', filled(text('%!PS-Adobe-3.0 EPSF-3.0\n'))],
    ['Photoshop', filled(text('8BPS\0\x01'))],
    ['JPEG 2000', filled(hex('0000000c 6a502020 0d0a870a'))],
    ['JPEG 2000, bare', filled(hex('ff4f ff51'))],
    ['JPEG XL', filled(hex('0000000c 4a584c20 0d0a870a'))],
    ['JPEG XL, bare', filled(hex('ff0a'))],
    ['JPEG XR', filled(hex('4949bc01'))],
    ['PPM', filled(text('P6\n16 16\n255\n'))],
    ['PFM', filled(text('PF\n16 16\n-1.0\n'))],
    ['OpenEXR', filled(hex('762f3101'))],
    ['Radiance', filled(text('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16 +X 16\n'))],
    ['FITS', filled(text('SIMPLE  =                    T'))],
    ['MATLAB', filled(text('MATLAB 5.0 MAT-file'))],
    ['libvips', filled(hex('08f2a6b6'))],
    ['CSV', text('1,2,3\n4,5,6\n'.repeat(100))],
    ['MNG', filled(hex('8a4d4e47 0d0a1a0a'))],
    ['MP4', filled(hex('00000018 66747970 69736f6d 00000200'))],
    ['ZIP', filled(text('PK\x03\x04'))],
    ['a program', filled(text('\x7fELF'))],
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['an ImageMagick script', text('push graphic-context\nfill "url(https://127.0.0.1/|ls)"\n')],
    ['one byte', Buffer.from([0xff])],
    ['zeros', Buffer.alloc(5000)],
  ];
}
