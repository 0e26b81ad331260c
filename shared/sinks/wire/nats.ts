import { DeliveryError } from '../define-sink.ts';
import { told } from '../kinds/post-batch.ts';
import type { Conversation } from './conversation.ts';

/** The client protocol of NATS as a sender needs it. */

const mostLine = 64 * 1024;
/** A stream's refusals that are of the message: one that is larger than it takes, in its own numbers of errors. */
const contentFaults = new Set([10_054]);

export interface ServerInfo {
  readonly maxPayload: number;
  readonly nonce: string | undefined;
  readonly wantsTls: boolean;
  readonly hasHeaders: boolean;
}

/** Reads what a server says first. */
export async function readInfo(conversation: Conversation): Promise<ServerInfo> {
  const line = await conversation.readLine(mostLine);
  if (!line.startsWith('INFO ')) throw new DeliveryError('The receiver does not speak NATS.');
  const info = parsed(line.slice(5));
  return {
    maxPayload: Number(info.max_payload) || 1024 * 1024,
    nonce: typeof info.nonce === 'string' ? info.nonce : undefined,
    wantsTls: info.tls_required === true,
    hasHeaders: info.headers === true,
  };
}

/** A message with its id, by which a stream knows it when it comes again. */
export function natsMessage(subject: string, reply: string, id: string, payload: Uint8Array): Buffer {
  const headers = Buffer.from(`NATS/1.0\r\nNats-Msg-Id: ${id}\r\n\r\n`);
  const line = `HPUB ${subject} ${reply === '' ? '' : `${reply} `}${headers.length} ${headers.length + payload.length}\r\n`;
  return Buffer.concat([Buffer.from(line), headers, payload, Buffer.from('\r\n')]);
}

/** Reads until the server has answered a PING, and with it all that came before. */
export async function readPong(conversation: Conversation): Promise<void> {
  while ((await readOperation(conversation)).kind !== 'pong');
}

/** Reads so many answers of a stream. Throws a DeliveryError if one says no. */
export async function readAcknowledgements(conversation: Conversation, count: number): Promise<void> {
  for (let left = count; left > 0; ) {
    const operation = await readOperation(conversation);
    if (operation.kind !== 'message') continue;
    left--;
    if (/^NATS\/1\.0 503/.test(operation.headers))
      throw new DeliveryError('No stream takes this subject: JetStream is off, or has no stream for it.');
    const { error } = parsed(operation.payload);
    if (error === undefined) continue;
    const { description, err_code: code } = error as { description?: unknown; err_code?: unknown };
    throw new DeliveryError(`The stream refuses a message: ${told(String(description))}`, {
      refused: contentFaults.has(Number(code)),
    });
  }
}

type Operation =
  | { readonly kind: 'pong' | 'other' }
  | { readonly kind: 'message'; readonly headers: string; readonly payload: string };

async function readOperation(conversation: Conversation): Promise<Operation> {
  const line = await conversation.readLine(mostLine);
  const [word = '', ...fields] = line.split(/[ \t]+/);
  switch (word.toUpperCase()) {
    case 'PONG':
      return { kind: 'pong' };
    case 'PING':
      await conversation.write(Buffer.from('PONG\r\n'));
      return { kind: 'other' };
    case '-ERR':
      throw new DeliveryError(`The receiver answers: ${told(line.slice(5))}`, {
        refused: /maximum payload/i.test(line),
      });
    case 'MSG':
    case 'HMSG': {
      const total = Number(fields.at(-1));
      if (!(total >= 0 && total <= mostLine))
        throw new DeliveryError('The receiver says more than it is asked.');
      const body = (await conversation.read(total + 2)).subarray(0, total);
      const headed = word.toUpperCase() === 'HMSG' ? Math.min(Number(fields.at(-2)) || 0, total) : 0;
      return {
        kind: 'message',
        headers: body.toString('utf8', 0, headed),
        payload: body.toString('utf8', headed),
      };
    }
    default:
      return { kind: 'other' };
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    throw new DeliveryError(`The receiver answers what is no JSON: ${told(text)}`);
  }
}
