import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import type { Severity } from '../../schemas/severity.ts';
import { DeliveryError, defineSink, type OutgoingRecord, type SinkStream } from '../define-sink.ts';
import { authoritySchema, hostSchema, portSchema } from './config-parts.ts';

/** RFC 5424 section 6.2.1. */
const severities: Readonly<Record<Severity, number>> = { critical: 2, high: 3, medium: 4, low: 5, info: 6 };
/** The message id of each stream's records. */
const messageIds: Readonly<Record<SinkStream, string>> = {
  queries: 'query',
  threats: 'threat',
  connections: 'connection',
};
const facilities = {
  user: 1,
  daemon: 3,
  security: 4,
  audit: 13,
  local0: 16,
  local1: 17,
  local2: 18,
  local3: 19,
  local4: 20,
  local5: 21,
  local6: 22,
  local7: 23,
} as const;

/**
 * This sink sends RFC 5424 messages, each behind its length in octets, over TLS (RFC 5425) or without (RFC 6587). The
 * protocol has no acknowledgement: each batch has a connection of its own, and counts as delivered when the receiver,
 * told that nothing more comes, closes it in turn.
 */
export const syslog = defineSink({
  id: 'syslog',
  title: 'Syslog (RFC 5424) over TLS or TCP',
  config: z.object({
    host: hostSchema,
    port: portSchema.default(6_514),
    transport: z.enum(['tls', 'tcp']).default('tls'),
    server_name: hostSchema
      .optional()
      .describe("The name in the receiver's certificate. The default is the host."),
    authority: authoritySchema,
    facility: z.enum(Object.keys(facilities) as [keyof typeof facilities]).default('local0'),
    app_name: z
      .string()
      .regex(/^[\x21-\x7e]{1,48}$/)
      .default('sonde'),
  }),
  presentations: ['json', 'cef', 'ecs', 'ocsf', 'zeek', 'cof'],
  frame: (records, { config, host }) =>
    Buffer.concat(
      records.map((record) => message(record, facilities[config.facility], config.app_name, host)),
    ),
  deliver: async ({ payload }, { config, outlets, signal }) => {
    const { host, port, transport, server_name: serverName, authority } = config;
    const tls = transport === 'tls' ? { tls: { serverName, authority } } : {};
    await sendWhole(await outlets.connect({ host, port, ...tls }, signal), payload, signal);
    return { refused: 0 };
  },
});

function message(record: OutgoingRecord, facility: number, appName: string, host: string): Buffer {
  const priority = facility * 8 + severities[record.severity];
  const time = new Date(Math.floor(record.at / 1_000)).toISOString();
  const text = Buffer.from(
    `<${priority}>1 ${time} ${hostName(host)} ${appName} - ${messageIds[record.stream]} - ${record.text}`,
  );
  return Buffer.concat([Buffer.from(`${text.length} `), text]);
}

function hostName(host: string): string {
  return host.replace(/[^\x21-\x7e]/g, '').slice(0, 255) || '-';
}

/** Sends, says that this was all, and waits until the other side says so too. */
async function sendWhole(connection: Duplex, payload: Uint8Array, signal: AbortSignal): Promise<void> {
  try {
    // What the other side says is of no interest, but must be read for its end to be seen.
    connection.resume();
    connection.end(payload);
    await finished(connection, { signal });
  } catch (error) {
    if (signal.aborted)
      throw new DeliveryError('The receiver did not take the batch in time.', { cause: error });
    throw new DeliveryError(`The connection broke: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    connection.destroy();
  }
}
