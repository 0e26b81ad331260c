/** An ECH configuration is one ECHConfig (RFC 9849 section 4), as far as it can be told without keys. */
export interface EchConfig {
  readonly version: number;
  /** Of the version that RFC 9849 lays down. */
  readonly isKnown: boolean;
  /** The name that clients show instead of the real one; null if the version is another. */
  readonly publicName: string | null;
}

const knownVersion = 0xfe0d;

/** Reads an ECHConfigList; undefined if it is broken. */
export function readEchConfigs(list: Uint8Array): EchConfig[] | undefined {
  const view = new DataView(list.buffer, list.byteOffset, list.length);
  if (list.length < 6 || view.getUint16(0) !== list.length - 2) return undefined;
  const result: EchConfig[] = [];
  for (let at = 2; at < list.length; ) {
    if (at + 4 > list.length) return undefined;
    const version = view.getUint16(at);
    const end = at + 4 + view.getUint16(at + 2);
    if (end > list.length) return undefined;
    if (version === knownVersion) {
      const publicName = readPublicName(list.subarray(at + 4, end));
      if (publicName === undefined) return undefined;
      result.push({ version, isKnown: true, publicName });
    } else result.push({ version, isKnown: false, publicName: null });
    at = end;
  }
  return result;
}

/** config_id, kem_id, public_key<1..>, cipher_suites<4..>, maximum_name_length, public_name<1..255>, extensions. */
function readPublicName(contents: Uint8Array): string | undefined {
  const view = new DataView(contents.buffer, contents.byteOffset, contents.length);
  let at = 3;
  for (let vector = 0; vector < 2; vector++) {
    if (at + 2 > contents.length) return undefined;
    at += 2 + view.getUint16(at);
  }
  const length = contents[at + 1];
  const start = at + 2;
  if (length === undefined || length === 0 || start + length + 2 > contents.length) return undefined;
  if (start + length + 2 + view.getUint16(start + length) !== contents.length) return undefined;
  const name = Buffer.from(contents.subarray(start, start + length)).toString('latin1');
  return /^[\x21-\x7e]+$/.test(name) ? name : undefined;
}
