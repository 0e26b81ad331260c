/** Packs parts into one payload, each behind its length: for protocols that take a batch in more than one message. */
export function packed(parts: readonly Uint8Array[]): Buffer {
  const heads = parts.map(({ length }) => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(length);
    return head;
  });
  return Buffer.concat(parts.flatMap((part, index) => [heads[index]!, part]));
}

export function unpacked(payload: Uint8Array): Buffer[] {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return parts;
}
