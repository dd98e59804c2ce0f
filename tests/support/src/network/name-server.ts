import { createSocket, type Socket } from 'node:dgram';
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
export async function startNameServer(...responses: readonly (readonly string[])[]): Promise<NameServer> {
  let asked = 0;
  const socket = await answerQuestions(({ type }) => {
    // Other record types of the name, such as IPv6 addresses, are empty.
    return type === TYPE_A ? (responses[Math.min(asked++, responses.length - 1)] ?? []) : [];
  });
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
  const socket = await answerQuestions(() => {
    asked += 1;
    return null;
  });
  return { at: `127.0.0.1:${socket.address().port}`, asked: () => asked, close: () => socket.close() };
}

/** Answers every name with the same IPv4 address, and reports each question. */
export const startRecordingNameServer = (
  port: number,
  address: string,
  onQuestion: (name: string) => void,
): Promise<Socket> =>
  answerQuestions(({ name, type }) => {
    onQuestion(name);
    return type === TYPE_A ? [address] : [];
  }, port);

/** Null leaves the question without an answer. */
type ServiceResponse = (question: {
  readonly name: string;
  readonly type: number;
}) => readonly string[] | null;

async function answerQuestions(response: ServiceResponse, ownPort = 0): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const addresses = response({ name: nameOf(question), type: typeOf(question) });
    if (addresses !== null) socket.send(responseTo(question, addresses), port, address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).bind(ownPort, '127.0.0.1', resolve);
  });
  return socket;
}

/** The labels of the name, each after its length. */
function nameOf(question: Buffer): string {
  const labels: string[] = [];
  for (let at = HEADER_BYTES, length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join('.').toLowerCase();
}

/** The type follows the name, which ends with an empty label. */
const typeOf = (question: Buffer): number => question.readUInt16BE(question.indexOf(0, HEADER_BYTES) + 1);

function responseTo(question: Buffer, addresses: readonly string[]): Buffer {
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
