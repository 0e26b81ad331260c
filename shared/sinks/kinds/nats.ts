import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DeliveryError, defineSink } from '../define-sink.ts';
import { Conversation } from '../wire/conversation.ts';
import { natsMessage, readAcknowledgements, readInfo, readPong, type ServerInfo } from '../wire/nats.ts';
import { answerChallenge } from '../wire/nats-credentials.ts';
import { packed, unpacked } from '../wire/parts.ts';
import { hostSchema, portSchema } from './config-parts.ts';
import {
  certificateSecret,
  connectionFault,
  connectionShape,
  tlsOf,
  topicOf,
  topicSchema,
  userAndPassword,
} from './connection-parts.ts';

type Authentication = 'none' | 'password' | 'token' | 'credentials' | 'certificate';

/**
 * This sink publishes each row as a message of NATS. With JetStream a stream acknowledges each, and knows by its id what comes
 * again; without, the server alone has them, and whoever does not listen then has none.
 */
export const nats = defineSink({
  id: 'nats',
  title: 'NATS, JetStream',
  config: z.object({
    host: hostSchema,
    port: portSchema.default(4_222),
    transport: z
      .enum(['tls', 'tls_first', 'tcp'])
      .default('tls')
      .describe('Use `tls_first` for servers with `handshake_first`.'),
    ...connectionShape,
    subject: topicSchema(/^[^\s*>.{}\0]+(?:\.[^\s*>.{}\0]+)*$/u, 'sonde.{stream}.{location}'),
    jetstream: z.boolean().default(true).describe('Whether a stream acknowledges each message.'),
    authentication: z.enum(['none', 'password', 'token', 'credentials', 'certificate']).default('none'),
  }),
  secret: {
    what: `\`user:password\`, a token, the contents of a credentials file, an NKEY seed, or ${certificateSecret}`,
    needed: false,
  },
  presentations: ['json', 'ecs', 'ocsf', 'zeek', 'cef', 'cof'],
  fault: (config) => connectionFault(config),
  frame: (records, { config }) => {
    const inbox = `_INBOX.sonde-${randomUUID()}`;
    const messages = records.map((record, index) => {
      const reply = config.jetstream ? `${inbox}.${index}` : '';
      return natsMessage(topicOf(config.subject, record), reply, record.id, Buffer.from(record.text));
    });
    return packed([Buffer.from(inbox), ...messages]);
  },
  deliver: async ({ payload }, { config, secret, outlets, signal }) => {
    const { host, port, transport, authentication } = config;
    const tls = tlsOf(config, secret);
    const first = tls !== undefined && transport === 'tls_first' ? { tls } : {};
    const conversation = new Conversation(await outlets.connect({ host, port, ...first }, signal), signal);
    try {
      const info = await readInfo(conversation);
      if (tls === undefined && info.wantsTls) throw new DeliveryError('The receiver wants TLS.');
      if (tls !== undefined && transport === 'tls')
        await conversation.over((connection) => outlets.secure(connection, host, tls, signal));
      const who = credentials(authentication, secret ?? '', info);
      await conversation.write(greeting(who, info));
      await publish(conversation, unpacked(payload), config.jetstream, info);
      return { refused: 0 };
    } finally {
      conversation.close();
    }
  },
});

function credentials(way: Authentication, secret: string, { nonce }: ServerInfo): Record<string, string> {
  switch (way) {
    case 'password': {
      const { user, password } = userAndPassword(secret);
      return { user, pass: password };
    }
    case 'token':
      return { auth_token: secret.trim() };
    case 'credentials':
      if (nonce === undefined) throw new DeliveryError('The receiver asks for no credentials of this kind.');
      return answerChallenge(secret, nonce);
    default:
      return {};
  }
}

function greeting(who: Record<string, string>, { hasHeaders }: ServerInfo): Buffer {
  if (!hasHeaders) throw new DeliveryError('The receiver takes no headers: NATS 2.2 or later does.');
  const options = {
    verbose: false,
    pedantic: false,
    headers: true,
    no_responders: true,
    protocol: 1,
    echo: false,
  };
  const about = { name: 'sonde', lang: 'node', version: '1' };
  return Buffer.from(`CONNECT ${JSON.stringify({ ...options, ...about, ...who })}\r\nPING\r\n`);
}

async function publish(
  conversation: Conversation,
  [inbox, ...messages]: readonly Buffer[],
  isStream: boolean,
  { maxPayload }: ServerInfo,
): Promise<void> {
  // Who we are is checked before anything is sent.
  await readPong(conversation);
  const largest = Math.max(0, ...messages.map(({ length }) => length));
  if (largest > maxPayload)
    throw new DeliveryError(`The receiver takes no messages over ${maxPayload} octets.`, { refused: true });
  if (isStream) await conversation.write(Buffer.from(`SUB ${inbox}.* 1\r\n`));
  await conversation.write(Buffer.concat(messages));
  if (isStream) await readAcknowledgements(conversation, messages.length);
  else {
    await conversation.write(Buffer.from('PING\r\n'));
    await readPong(conversation);
  }
}
