import type { enrolledAgentSchema, enrolmentTokenEntrySchema } from '@sonde/shared/schemas/enrolment.ts';
import type { z } from 'zod';
import { tokenState } from '../../domain/traffic/enrolment/make-token.ts';
import type { EnrolledAgent, EnrolmentToken } from '../../ports/ingest/enrolments.ts';

/** Shows a token to those who look after the account. */
export function presentToken(token: EnrolmentToken, now: number): z.input<typeof enrolmentTokenEntrySchema> {
  return {
    id: token.id,
    prefix: token.prefix,
    label: token.label,
    location_id: token.locationId,
    networks: token.networks === null ? null : [...token.networks],
    uses: token.uses,
    used: token.used,
    refused: token.refused,
    state: tokenState(token, now),
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}

/** Shows an agent that has a key of its own. */
export function presentEnrolledAgent(agent: EnrolledAgent): z.input<typeof enrolledAgentSchema> {
  return {
    id: agent.id,
    agent_id: agent.uuid,
    location_id: agent.locationId,
    software: agent.software,
    host: agent.host,
    address: agent.address,
    token_id: agent.tokenId,
    key_id: agent.keyId,
    key_prefix: agent.keyPrefix,
    enrolled_at: agent.enrolledAt.toISOString(),
    last_used_at: agent.lastUsedAt?.toISOString() ?? null,
    revoked_at: agent.revokedAt?.toISOString() ?? null,
    certificate_ends_at: agent.certificateEndsAt?.toISOString() ?? null,
  };
}
