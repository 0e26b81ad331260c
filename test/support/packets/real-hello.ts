import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';

/** The octets that OpenSSL's client sends first: a ClientHello in its records, with a key share that is proof against quanta. */
export function realHello(options: ConnectionOptions): Promise<Buffer> {
  return new Promise((resolve) => {
    const wire = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        resolve(Buffer.from(chunk));
        done();
      },
    });
    connect({ ...options, socket: wire }).on('error', () => undefined);
  });
}
