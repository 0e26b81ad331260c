import { type DerNode, readDer } from '../der/der-node.ts';
import { oidValue, sequenceItems } from '../der/der-values.ts';

const timestampList = '1.3.6.1.4.1.11129.2.4.2';
const extensionsTag = 3;

/**
 * Writes the signed part of a certificate without the list of timestamps within it: logs put their promises on it (RFC
 * 6962 section 3.2). Throws a DerError if the octets are no certificate.
 */
export function precertificatePart(der: Uint8Array): Buffer {
  const [signed] = sequenceItems(readDer(der));
  return rebuilt(
    signed!,
    signed!.children.flatMap((item) => {
      if (item.tagClass !== 'context' || item.tag !== extensionsTag) return [item.bytes];
      const kept = withoutList(item.children[0]);
      // Without any extension the whole field goes (RFC 5280 section 4.1).
      return kept.length === 0 ? [] : [rebuilt(item, [rebuilt(item.children[0]!, kept)])];
    }),
  );
}

function withoutList(extensions: DerNode | undefined): Uint8Array[] {
  return sequenceItems(extensions)
    .filter((extension) => oidValue(sequenceItems(extension)[0]) !== timestampList)
    .map(({ bytes }) => bytes);
}

/** An element of the same tag with other content, in the one form that DER has for its length. */
function rebuilt(node: DerNode, contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([node.bytes.subarray(0, 1), lengthOctets(content.length), content]);
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const octets: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) octets.unshift(left % 256);
  return Buffer.from([0x80 | octets.length, ...octets]);
}
