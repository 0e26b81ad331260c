import { z } from 'zod';
import { DeliveryError, defineSink, type OutgoingRecord } from '../define-sink.ts';
import type { Conversation } from '../wire/conversation.ts';
import { agentMessages, announcedLocations, type StateMessage } from '../wire/home-assistant.ts';
import { connectPacket, disconnectPacket, publishPacket, readConnack, readPuback } from '../wire/mqtt.ts';
import { packed, unpacked } from '../wire/parts.ts';
import { hostSchema, portSchema } from './config-parts.ts';
import {
  certificateSecret,
  connectionFault,
  connectionShape,
  conversationWith,
  topicOf,
  topicSchema,
  userAndPassword,
} from './connection-parts.ts';

/** More than that under way at once makes it no faster. */
const mostUnderWay = 1_000;

/**
 * This sink publishes each row as a message of MQTT 5.0, of quality 1: the server acknowledges each, and says so if it does
 * not take it, which MQTT 3.1.1 could not.
 */
export const mqtt = defineSink({
  id: 'mqtt',
  title: 'MQTT 5.0, Home Assistant',
  config: z.object({
    host: hostSchema,
    port: portSchema.default(8_883),
    transport: z.enum(['tls', 'tcp']).default('tls'),
    ...connectionShape,
    topic: topicSchema(/^[^\s#+{}\0$][^\s#+{}\0]*$/u, 'sonde/{stream}/{location}'),
    retain: z.boolean().default(false).describe('Whether the server keeps the last message of a topic.'),
    home_assistant: z
      .string()
      .regex(/^[\w./-]{1,100}$/)
      .optional()
      .describe(
        'The topic prefix under which Home Assistant looks for devices, usually `homeassistant`. The sink announces each location as a device with threats as events, and each agent as a device with its state.',
      ),
    authentication: z.enum(['none', 'password', 'certificate']).default('none'),
  }),
  secret: { what: `\`user:password\`, or ${certificateSecret}`, needed: false },
  presentations: ['json', 'ecs', 'ocsf', 'zeek', 'cef', 'cof'],
  fault: (config, { presentation, threats, by }) => {
    if (config.home_assistant === undefined) return connectionFault(config);
    if (by === 'sensor') return 'home_assistant needs threats and agents, which only the collector knows';
    return presentation !== 'json' || !threats
      ? 'home_assistant needs threats, and the presentation json'
      : connectionFault(config);
  },
  frame: (records, { config }) => {
    const announced =
      config.home_assistant === undefined
        ? []
        : announcedLocations(config.home_assistant, config.topic, locationsOf(records));
    const messages = records.map((record) => ({
      topic: topicOf(config.topic, record),
      text: record.text,
      retain: config.retain,
    }));
    return packets([...announced, ...messages]);
  },
  agents: {
    areWanted: (config) => config.home_assistant !== undefined,
    frame: (agents, config, now) =>
      packets(agentMessages(config.home_assistant ?? '', config.topic, agents, now)),
  },
  deliver: async ({ payload, key }, context) => {
    const { config, secret } = context;
    const conversation = await conversationWith(config, context);
    try {
      const credentials = config.authentication === 'password' ? userAndPassword(secret ?? '') : undefined;
      await conversation.write(connectPacket(`sonde-${key.slice(0, 16)}`, credentials));
      await publish(conversation, unpacked(payload));
      await conversation.write(disconnectPacket);
      return { refused: 0 };
    } finally {
      conversation.close();
    }
  },
});

function packets(messages: readonly StateMessage[]): Buffer {
  return packed(
    messages.map(({ topic, text, retain }, index) =>
      publishPacket(topic, Buffer.from(text), { id: index + 1, retain }),
    ),
  );
}

/** Sends all, with no more under way than the server takes, and waits until it has acknowledged each. */
async function publish(conversation: Conversation, messages: readonly Buffer[]): Promise<void> {
  const { receiveMaximum, packetBytes, qualityOfService } = await readConnack(conversation);
  if (qualityOfService < 1) throw new DeliveryError('The receiver acknowledges no messages (QoS 0 alone).');
  if (messages.some(({ length }) => length > packetBytes))
    throw new DeliveryError(`The receiver takes no packets over ${packetBytes} octets.`, { refused: true });
  const most = Math.min(receiveMaximum, mostUnderWay);
  const waiting = new Set<number>();
  for (let next = 0; next < messages.length || waiting.size > 0; ) {
    const from = next;
    while (next < messages.length && waiting.size < most) waiting.add(++next);
    // As soon as there is room for one: a server may hold its next acknowledgement back until it hears of us.
    if (next > from) await conversation.write(Buffer.concat(messages.slice(from, next)));
    waiting.delete(await readPuback(conversation));
  }
}

function locationsOf(records: readonly OutgoingRecord[]): number[] {
  return [
    ...new Set(records.flatMap(({ stream, locationId }) => (stream === 'threats' ? [locationId] : []))),
  ];
}
