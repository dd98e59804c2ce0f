/** What a made JPEG is like; every value that a stranger can choose. */
export interface JpegShape {
  readonly width: number;
  readonly height: number;
  /** Sampling factors, one pair for each component. */
  readonly sampling: readonly (readonly [number, number])[];
  readonly progressive: boolean;
  /** Scans beyond the first, each over one component. */
  readonly extraScans: number;
  /** Blocks between restart markers; 0 for none. */
  readonly restartInterval: number;
  /** Bytes of comments and metadata before the picture. */
  readonly metadataBytes: number;
  /** A stray byte before the end: a warning that makes the service read the file a second time. */
  readonly warnsAtEnd: boolean;
}

/** A valid JPEG of that shape, small where its blocks are empty. */
export function makeJpeg(shape: JpegShape): Buffer {
  const { sampling, progressive, extraScans } = shape;
  const ids = sampling.map((_, n) => n + 1);
  const parts = [Buffer.from([0xff, 0xd8]), ...metadata(shape.metadataBytes), QUANTISATION, frame(shape)];
  parts.push(segment(0xc4, oneCode(0x00, 0)), segment(0xc4, oneCode(0x10, progressive ? 0xe0 : 0)));
  if (shape.restartInterval > 0) parts.push(segment(0xdd, uint16(shape.restartInterval)));
  const groups = groupsOf(shape);
  const blocksInGroup = sampling.reduce((sum, [h, v]) => sum + h * v, 0);
  // A block is one bit for its first coefficient and, in a sequential scan, one more for the end of the others.
  const bits = groups * blocksInGroup * (progressive ? 1 : 2);
  parts.push(scanHeader(ids, progressive ? [0, 0, 0x0d] : [0, 63, 0]));
  parts.push(coded(bits, shape, groups));
  for (let n = 0; n < extraScans && progressive; n++) {
    const coefficient = 1 + (Math.floor(n / 14) % 63);
    const bit = 13 - (n % 14);
    parts.push(
      scanHeader([ids[0] ?? 1], [coefficient, coefficient, bit === 13 ? bit : ((bit + 1) << 4) | bit]),
    );
    parts.push(emptyRuns(groups * (sampling[0]?.[0] ?? 1) * (sampling[0]?.[1] ?? 1)));
  }
  if (shape.warnsAtEnd) parts.push(Buffer.from([0x00, 0x11, 0x22]));
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), uint16(data.length + 2), data]);

const QUANTISATION = segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]));

/** A table with one symbol, whose code is a single 0. */
const oneCode = (kind: number, symbol: number): Buffer =>
  Buffer.from([kind, 1, ...Array<number>(15).fill(0), symbol]);

const frame = ({ width, height, sampling, progressive }: JpegShape): Buffer =>
  segment(
    progressive ? 0xc2 : 0xc0,
    Buffer.concat([
      Buffer.from([8]),
      uint16(height),
      uint16(width),
      Buffer.from([sampling.length, ...sampling.flatMap(([h, v], n) => [n + 1, (h << 4) | v, 0])]),
    ]),
  );

const scanHeader = (ids: readonly number[], range: readonly number[]): Buffer =>
  segment(0xda, Buffer.from([ids.length, ...ids.flatMap((id) => [id, 0]), ...range]));

function groupsOf({ width, height, sampling }: JpegShape): number {
  const across = Math.max(...sampling.map(([h]) => h));
  const down = Math.max(...sampling.map(([, v]) => v));
  return Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
}

function coded(bits: number, { restartInterval }: JpegShape, groups: number): Buffer {
  if (restartInterval > 0) {
    const perGroup = bits / groups;
    const piece = Buffer.alloc(Math.ceil((perGroup * restartInterval) / 8));
    const pieces = Math.ceil(groups / restartInterval);
    const all = Buffer.alloc(pieces * (piece.length + 2));
    for (let n = 0; n < pieces; n++) all.set([0xff, 0xd0 + (n % 8)], n * (piece.length + 2) + piece.length);
    return all.subarray(0, -2);
  }
  return Buffer.alloc(Math.ceil(bits / 8));
}

/** Runs of 32,767 empty blocks, fifteen bits each, with the zero byte that must follow a byte of ones. */
function emptyRuns(blocks: number): Buffer {
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767));
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2);
    bytes.push(byte, ...(byte === 0xff ? [0] : []));
  }
  return Buffer.from(bytes);
}

const MAX_PAYLOAD = 65_000;

function metadata(bytes: number): Buffer[] {
  const count = Math.ceil(bytes / MAX_PAYLOAD);
  return Array.from({ length: count }, (_, n) =>
    segment(n % 2 === 0 ? 0xfe : 0xe2, Buffer.alloc(Math.min(bytes, MAX_PAYLOAD), 0x41)),
  );
}
