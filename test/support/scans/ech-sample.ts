/** An ECHConfigList of one configuration with this public name; the key is none (RFC 9849 section 4). */
export function echConfigList(publicName: string, ...more: readonly Uint8Array[]): Buffer {
  const name = Buffer.from(publicName);
  const key = Buffer.alloc(32, 9);
  const contents = Buffer.concat([
    Buffer.from('010020', 'hex'),
    vector(key),
    vector(Buffer.from('00010001', 'hex')),
    Buffer.of(0, name.length),
    name,
    Buffer.of(0, 0),
  ]);
  return vector(Buffer.concat([Buffer.from('fe0d', 'hex'), vector(contents), ...more]));
}

function vector(content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(content.length >> 8, content.length & 0xff), content]);
}
