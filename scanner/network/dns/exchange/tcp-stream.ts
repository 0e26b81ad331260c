import { connect } from 'node:net';

/**
 * Sends one message over TCP and yields the messages that come (RFC 1035 section 4.2.2) until the server closes. Holds no
 * more than one message and the piece that came last. Throws for what the connection suffers, and when the signal ends it.
 */
export async function* openStream(
  server: string,
  port: number,
  message: Uint8Array,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  signal.throwIfAborted();
  const socket = connect({ host: server, port, signal });
  try {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
    let held: Buffer[] = [];
    let heldBytes = 0;
    let wanted = 2;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes < wanted) continue;
      let bytes = Buffer.concat(held);
      for (;;) {
        wanted = bytes.length < 2 ? 2 : 2 + bytes.readUInt16BE();
        if (bytes.length < wanted) break;
        yield bytes.subarray(2, wanted);
        bytes = bytes.subarray(wanted);
      }
      held = [bytes];
      heldBytes = bytes.length;
    }
  } finally {
    socket.destroy();
  }
}
