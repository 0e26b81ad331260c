import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readDer } from '../../../scanner/protocols/tls/der/der-node.ts';
import { octets } from '../../../shared/x509/der-writer.ts';
import type { SampleExtension } from './extension-samples.ts';
import type { Sample } from './make-certificate.ts';

/** A log that promises whatever it is asked to. */
export interface SampleLog {
  readonly name: string;
  readonly operator: string;
  readonly key: Buffer;
  readonly id: Buffer;
  readonly privateKey: KeyObject;
}

export function makeLog(name: string, operator: string, kind: 'ec' | 'rsa' = 'ec'): SampleLog {
  const { privateKey, publicKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return { name, operator, key, id: createHash('sha256').update(key).digest(), privateKey };
}

/** The list of logs as browsers publish theirs. */
export function logList(logs: readonly SampleLog[]): string {
  const operators = [...Map.groupBy(logs, ({ operator }) => operator)].map(([name, own]) => ({
    name,
    logs: own.map((log) => ({
      description: log.name,
      log_id: log.id.toString('base64'),
      key: log.key.toString('base64'),
    })),
  }));
  return JSON.stringify({ version: '1', operators });
}

/**
 * The extension with promises of logs on a certificate that does not have it yet (RFC 6962 section 3.2). The signed part of the
 * one that gets it has to be the same otherwise.
 */
export function promises(
  logs: readonly SampleLog[],
  bare: Sample,
  issuer: Sample,
  { at = Date.UTC(2026, 0, 1), spoil = false } = {},
): SampleExtension {
  const part = readDer(bare.der).children[0]!.bytes;
  const entries = logs.map((log) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(at));
    const signed = Buffer.concat([
      Buffer.from([0, 0]),
      time,
      Buffer.from([0, 1]),
      createHash('sha256').update(issuer.key.publicInfo).digest(),
      framed(part, 3),
      Buffer.from([0, 0]),
    ]);
    const signature = sign('sha256', signed, log.privateKey);
    if (spoil) signature[signature.length - 1]! ^= 1;
    const algorithm = log.privateKey.asymmetricKeyType === 'rsa' ? 1 : 3;
    const entry = [Buffer.alloc(1), log.id, time, Buffer.from([0, 0, 4, algorithm]), framed(signature, 2)];
    return framed(Buffer.concat(entry), 2);
  });
  return {
    oid: '1.3.6.1.4.1.11129.2.4.2',
    critical: false,
    value: octets(framed(Buffer.concat(entries), 2)),
  };
}

function framed(content: Uint8Array, bytes: number): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(content.length, 0, bytes);
  return Buffer.concat([length, content]);
}
