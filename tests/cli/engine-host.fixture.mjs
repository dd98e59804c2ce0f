// A program that uses the engine as a library, and sharp for pictures of its own.
import sharp from 'sharp';
import { openEngine } from '@facet/engine';
const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
  .webp()
  .toBuffer();
const engine = await openEngine({ workers: 1 });
const { format } = await sharp(webp).metadata();
const svg = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'))
  .png()
  .toBuffer();
await engine.close();
console.log(format, svg.length > 0);
