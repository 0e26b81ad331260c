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
    started_at: microseconds.describe('Of its first packet that was seen.'),
    last_seen: microseconds.describe('Of its last packet so far.'),
    duration_ms: z.number().min(0),
    is_open: z.boolean().describe('Whether its end was not seen when it was last told of.'),
    client_ip: z.string(),
    client_port: z.int(),
    client_hidden: z.boolean().describe('Whether the sensor cut the address or replaced it by a pseudonym.'),
    server_ip: z.string(),
    server_port: z.int(),
    protocol: z.enum(encryptedTransports).describe('doh3 is DNS over HTTPS by way of QUIC.'),
    provider: z
      .string()
      .nullable()
      .describe("Who runs the server, by the sensor's list; null if it is not on it."),
    hello: z
      .enum(helloStates)
      .describe(
        "What became of the client's hello: unseen if the connection was there before the sensor looked.",
      ),
    server_name: z
      .string()
      .nullable()
      .describe('The name that the client gave (SNI), empty if none; null if the hello was not read.'),
    alpn: z.array(z.string()).nullable(),
    ja4: z.string().nullable().describe("Fingerprint of the client's TLS; null if the hello was not read."),
    ech: z
      .boolean()
      .nullable()
      .describe(
        'Whether the hello has the extension of Encrypted ClientHello: the name may then be that of a front.',
      ),
    bytes_to_server: z.int().min(0),
    bytes_to_client: z.int().min(0),
    looked_up: z
      .boolean()
      .nullable()
      .describe(
        "Whether the client got the server's address by DNS in the clear before; null if nobody can say.",
      ),
    vlan: z.int().nullable(),
  })
  .meta({ id: 'EncryptedConnection' });
