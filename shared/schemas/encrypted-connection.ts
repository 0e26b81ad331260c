import { z } from 'zod';
import { encryptedTransports, helloStates } from '../batch/encrypted-flow.ts';
import { idSchema } from './id.ts';

const microseconds = z.iso.datetime({ precision: 6 });

/** An encrypted connection is a stored connection of encrypted DNS as the API shows it. */
export const encryptedConnectionSchema = z
  .object({
    id: z.uuid(),
    location_id: idSchema,
    agent_id: idSchema,
    started_at: microseconds.describe('Time of the first packet that the sensor saw.'),
    last_seen: microseconds.describe('Time of the last packet so far.'),
    duration_ms: z.number().min(0),
    is_open: z
      .boolean()
      .describe('True if the last report of the sensor did not contain the end of the connection.'),
    client_ip: z.string(),
    client_port: z.int(),
    client_hidden: z
      .boolean()
      .describe('Whether the sensor truncated the address or replaced it with a pseudonym.'),
    server_ip: z.string(),
    server_port: z.int(),
    protocol: z.enum(encryptedTransports).describe('The protocol. `doh3` is DNS over HTTPS over QUIC.'),
    provider: z
      .string()
      .nullable()
      .describe('Operator of the server, by the list of the sensor; null if the server is not on the list.'),
    hello: z
      .enum(helloStates)
      .describe(
        'What the sensor did with the ClientHello of TLS. `unseen` means that the connection existed ' +
          'before the sensor started.',
      ),
    server_name: z
      .string()
      .nullable()
      .describe(
        'The server name that the client sent (SNI). Empty if it sent none; null if the ClientHello was not read.',
      ),
    alpn: z.array(z.string()).nullable(),
    ja4: z
      .string()
      .nullable()
      .describe('JA4 fingerprint of the TLS client; null if the ClientHello was not read.'),
    ech: z
      .boolean()
      .nullable()
      .describe(
        'Whether the ClientHello has the extension of Encrypted ClientHello. If it has, `server_name` ' +
          'can be the name of a front.',
      ),
    bytes_to_server: z.int().min(0),
    bytes_to_client: z.int().min(0),
    looked_up: z
      .boolean()
      .nullable()
      .describe(
        'Whether the client looked up the address of the server in unencrypted DNS before; null if this is unknown.',
      ),
    vlan: z.int().nullable(),
  })
  .meta({ id: 'EncryptedConnection' });
