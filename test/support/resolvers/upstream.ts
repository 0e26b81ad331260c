import { createSocket } from 'node:dgram';
import packet from 'dns-packet';
import type { Ending } from '../temporary-directory.ts';

/** A name server on loopback that answers every question for an address with the same one; its port. */
export async function startUpstream(t: Ending, address = '198.51.100.1'): Promise<number> {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const query = packet.decode(bytes);
    const [question] = query.questions ?? [];
    if (question === undefined) return;
    const answers =
      question.type === 'A' ? [{ type: 'A' as const, name: question.name, ttl: 300, data: address }] : [];
    const flags = packet.AUTHORITATIVE_ANSWER | packet.RECURSION_AVAILABLE;
    const response = { type: 'response' as const, id: query.id ?? 0, flags, questions: [question], answers };
    socket.send(packet.encode(response), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return socket.address().port;
}
