import { addressInput } from '@sonde/scanner/addresses/address-input.ts';
import { addressScanSchema } from '@sonde/shared/schemas/address-scan.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { originsOfAddress } from '../../domain/intelligence/addresses/origins/origins-of-address.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressScanStore } from '../../ports/addresses/address-scans.ts';
import type { OriginHistoryStore } from '../../ports/addresses/origin-history.ts';
import { addressParams } from './address-parameters.ts';
import { originHistorySchema, presentOriginHistory } from './origin-history-form.ts';

const { geolocation, network, bgp, reverse_dns } = addressScanSchema.shape;

export const getAddressHistory = defineEndpoint({
  method: 'GET',
  path: '/api/ip/{ip}/history',
  summary: "List an IP address's scans and the changes of its origin",
  description:
    'Returns the newest scan first. `changed` names what differs from the scan before: `origin`, ' +
    '`prefix`, `rpki`, `country`, `ptr`, `flags`, `blacklists`. `origin_history` shows how the ' +
    'origins of the prefixes around the address changed between routing tables, even without ' +
    'scans.',
  family: 'Addresses',
  access: 'public',
  params: addressParams,
  query: z.object({ limit: z.int().min(1).max(1_000).default(50) }),
  response: z.object({
    ip: z.string(),
    count: countInAnswer,
    history: z.array(
      z.object({
        scan_timestamp: timestampSchema,
        scan_id: z.string(),
        scope: z.enum(['basic', 'full']),
        changed: z.array(z.string()),
        abuse_confidence: z.int(),
        blacklist_hits: z.int().nullable(),
        geolocation,
        network,
        bgp,
        reverse_dns,
      }),
    ),
    origin_history: originHistorySchema,
    limit: z.int(),
  }),
  async run(
    { params, query },
    ports: {
      addressScans: Pick<AddressScanStore, 'list'>;
      originHistory: Pick<OriginHistoryStore, 'changesOf' | 'compared'>;
    },
  ) {
    const ip = addressInput(params.ip);
    const [scans, origins] = await Promise.all([
      ports.addressScans.list(ip, query.limit),
      originsOfAddress(ip, query.limit, ports),
    ]);
    return {
      ip,
      count: scans.length,
      history: scans.map(({ id, at, scope, changed, answer }) => ({
        scan_timestamp: at.toISOString(),
        scan_id: id,
        scope,
        changed: [...changed],
        abuse_confidence: answer.reputation.abuse_confidence,
        blacklist_hits: answer.reputation.blacklists?.hit_count ?? null,
        geolocation: answer.geolocation,
        network: answer.network,
        bgp: answer.bgp,
        reverse_dns: answer.reverse_dns,
      })),
      origin_history: presentOriginHistory(origins),
      limit: query.limit,
    };
  },
});
