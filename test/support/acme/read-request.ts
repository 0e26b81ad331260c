import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readDer } from '../../../scanner/protocols/tls/der/der-node.ts';
import { oidValue, sequenceItems } from '../../../scanner/protocols/tls/der/der-values.ts';
import { readGeneralNames } from '../../../scanner/protocols/tls/x509/general-name.ts';

/** Reads a request for a certificate (RFC 2986) and checks that it was signed with its own key. Throws if it is none. */
export function readRequest(der: Buffer): { names: string[]; publicKey: KeyObject } {
  const [info, , signature] = sequenceItems(readDer(der));
  const [, , key, attributes] = sequenceItems(info);
  const publicKey = createPublicKey({ key: Buffer.from(key!.bytes), format: 'der', type: 'spki' });
  if (!verify('sha256', info!.bytes, publicKey, signature!.content.subarray(1))) {
    throw new Error('the signature is not of its key');
  }
  const names: string[] = [];
  for (const attribute of attributes?.children ?? []) {
    const [kind, values] = sequenceItems(attribute);
    if (oidValue(kind) !== '1.2.840.113549.1.9.14') continue;
    for (const extension of sequenceItems(values!.children[0])) {
      const [id, value] = sequenceItems(extension);
      if (oidValue(id) !== '2.5.29.17') continue;
      for (const name of readGeneralNames(value!.content)) if (name.kind === 'dns') names.push(name.text);
    }
  }
  return { names, publicKey };
}
