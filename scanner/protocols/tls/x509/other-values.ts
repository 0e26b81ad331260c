import { readDer } from '../der/der-node.ts';
import { integerBytes, oidValue, sequenceItems, smallInteger } from '../der/der-values.ts';
import { readGeneralName } from './general-name.ts';

/** An access description is one entry of RFC 5280 section 4.2.2.1. */
export interface AccessDescription {
  readonly method: 'ocsp' | 'ca_issuers' | 'other';
  /** Undefined if the location is no URI. */
  readonly uri: string | undefined;
}

const methods: Readonly<Record<string, AccessDescription['method']>> = {
  '1.3.6.1.5.5.7.48.1': 'ocsp',
  '1.3.6.1.5.5.7.48.2': 'ca_issuers',
};

export function readAccessDescriptions(bytes: Uint8Array): AccessDescription[] {
  return sequenceItems(readDer(bytes)).map((item) => {
    const [method, location] = sequenceItems(item);
    const name = location === undefined ? undefined : readGeneralName(location);
    return {
      method: methods[oidValue(method)] ?? 'other',
      uri: name?.kind === 'uri' ? name.text : undefined,
    };
  });
}

/** Reads the numbers of TLS extensions that a server must answer with (RFC 7633). */
export function readTlsFeatures(bytes: Uint8Array): number[] {
  return sequenceItems(readDer(bytes)).map((item) => smallInteger(integerBytes(item)));
}
