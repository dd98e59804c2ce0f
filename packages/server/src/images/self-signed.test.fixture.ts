import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** DER: a tag, a length, and the content. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents);
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content);
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value, 'latin1'));
const utcTime = (date: Date): Buffer =>
  text(0x17, `${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`);

const TRUE = Buffer.from([0x01, 0x01, 0xff]);
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex');
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** A certificate for the given names and IPv4 addresses, valid for a day, that is its own authority. */
export function selfSigned(names: readonly string[], ipv4: readonly string[] = []): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ECDSA_WITH_SHA256);
  const name = sequence(der(0x31, sequence(COMMON_NAME, text(0x0c, 'Facet test'))));
  const day = 86_400_000;
  const alternatives = sequence(
    ...names.map((dns) => text(0x82, dns)),
    ...ipv4.map((address) => der(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const toBeSigned = sequence(
    der(0xa0, Buffer.from([0x02, 0x01, 0x02])),
    der(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    algorithm,
    name,
    sequence(utcTime(new Date(Date.now() - day)), utcTime(new Date(Date.now() + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(ALTERNATIVE_NAMES, octets(alternatives)),
        sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE))),
      ),
    ),
  );
  const signature = createSign('SHA256').update(toBeSigned).sign(privateKey);
  const certificate = sequence(toBeSigned, algorithm, bits(signature));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
