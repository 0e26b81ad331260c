import { connect, type Socket } from 'node:net';
import type { Ending } from '../temporary-directory.ts';
import { until } from '../until.ts';

interface PeerMessage {
  readonly subject: string;
  readonly text: string;
}

/** Another client of a NATS server: listens, and asks JetStream's own interface. */
export class NatsPeer {
  readonly messages: PeerMessage[] = [];
  readonly #socket: Socket;
  #unread = Buffer.alloc(0);
  #pongs = 0;
  #last = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      this.#unread = Buffer.concat([this.#unread, chunk]);
      while (this.#take());
    });
  }

  static async connect(t: Ending, port: number): Promise<NatsPeer> {
    const socket = connect({ host: '127.0.0.1', port });
    t.teardown(() => void socket.destroy());
    const peer = new NatsPeer(socket);
    socket.write('CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\n');
    await peer.#flush();
    return peer;
  }

  async subscribe(subject: string): Promise<void> {
    this.#socket.write(`SUB ${subject} ${++this.#last}\r\n`);
    await this.#flush();
  }

  async ask(subject: string, body: object): Promise<Record<string, unknown>> {
    const inbox = `_INBOX.peer.${++this.#last}`;
    await this.subscribe(inbox);
    const text = JSON.stringify(body);
    this.#socket.write(`PUB ${subject} ${inbox} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
    const answer = () => this.messages.find((message) => message.subject === inbox);
    await until(() => answer() !== undefined);
    const said = JSON.parse(answer()!.text);
    if (said.error !== undefined) throw new Error(said.error.description);
    return said;
  }

  async #flush(): Promise<void> {
    const before = this.#pongs;
    this.#socket.write('PING\r\n');
    await until(() => this.#pongs > before);
  }

  #take(): boolean {
    const end = this.#unread.indexOf('\r\n');
    if (end < 0) return false;
    const fields = this.#unread.toString('utf8', 0, end).split(' ');
    if (fields[0] === 'PONG') this.#pongs++;
    if (fields[0] !== 'MSG' && fields[0] !== 'HMSG') {
      this.#unread = this.#unread.subarray(end + 2);
      return true;
    }
    const total = Number(fields.at(-1));
    const headed = fields[0] === 'HMSG' ? Number(fields.at(-2)) : 0;
    if (this.#unread.length < end + 2 + total + 2) return false;
    const text = this.#unread.toString('utf8', end + 2 + headed, end + 2 + total);
    this.messages.push({ subject: fields[1]!, text });
    this.#unread = this.#unread.subarray(end + 2 + total + 2);
    return true;
  }
}
