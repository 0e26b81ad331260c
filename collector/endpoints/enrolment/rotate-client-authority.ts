import { Conflict } from '@sonde/shared/errors.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import {
  type ClientAuthorityPorts,
  clientAuthoritiesSchema,
  presentAuthorities,
} from './list-client-authorities.ts';

export const rotateClientAuthority = defineEndpoint({
  method: 'POST',
  path: '/api/admin/client-authorities/rotate',
  summary: 'Make the next authority for certificates of agents',
  description:
    'Creates a new authority. It starts to sign after five minutes, when all collectors of the ' +
    'database know it. The previous authority stays trusted until the last certificate that it ' +
    'signed has expired. Agents renew their certificates in time by themselves.',
  family: 'Administration',
  access: 'admin',
  confirmed: true,
  response: clientAuthoritiesSchema,
  errors: ['conflict'],
  async run({ caller, origin }, ports: ClientAuthorityPorts & { readonly audit: Pick<AuditLog, 'record'> }) {
    const { clientCertificates: certificates } = ports;
    if (certificates === undefined)
      throw new Conflict('Client certificates for agents are off at this collector.');
    await certificates.rotate();
    await ports.audit.record(
      act(caller, origin, { action: 'client_authority_rotated', object: 'client_authorities' }),
    );
    return presentAuthorities(certificates);
  },
});
