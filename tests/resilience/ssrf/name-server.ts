import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';

const TYPE_A = 1;
const HEADER_BYTES = 12;

export interface NameServer {
  /** Its address and port. */
  readonly at: string;
  /** Asks this server, over real UDP, for the IPv4 addresses of a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly asked: () => number;
  readonly close: () => void;
}

/** Answers the first question with the first list of addresses, the second with the second, and so on; all with a TTL of 0. */
export async function startNameServer(...answers: readonly (readonly string[])[]): Promise<NameServer> {
  let asked = 0;
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    // Other record types of the name, such as IPv6 addresses, are empty.
    const isForAddresses = typeOf(question) === TYPE_A;
    const addresses = isForAddresses ? (answers[Math.min(asked++, answers.length - 1)] ?? []) : [];
    socket.send(answerTo(question, addresses), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const at = `127.0.0.1:${socket.address().port}`;
  const resolver = new Resolver({ timeout: 5000, tries: 1 });
  resolver.setServers([at]);
  return {
    at,
    resolve: (name) => resolver.resolve4(name),
    asked: () => asked,
    close: () => socket.close(),
  };
}

/** Receives every question and answers none. */
export async function startSilentNameServer(): Promise<Omit<NameServer, 'resolve'>> {
  let asked = 0;
  const socket = createSocket('udp4');
  socket.on('message', () => {
    asked += 1;
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { at: `127.0.0.1:${socket.address().port}`, asked: () => asked, close: () => socket.close() };
}

/** The type follows the name, which ends with an empty label. */
const typeOf = (question: Buffer): number => question.readUInt16BE(question.indexOf(0, HEADER_BYTES) + 1);

function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const nameEnd = question.indexOf(0, HEADER_BYTES) + 1;
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16);
    // The name is the one at the start of the question.
    record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
    record.writeUInt16BE(TYPE_A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(4, 10);
    address.split('.').forEach((part, n) => record.writeUInt8(Number(part), 12 + n));
    return record;
  });
  return Buffer.concat([header, question.subarray(HEADER_BYTES, nameEnd + 4), ...records]);
}
