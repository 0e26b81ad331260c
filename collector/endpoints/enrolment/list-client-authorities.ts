import { X509Certificate } from 'node:crypto';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { ClientCertificates } from '../../domain/serving/clients/client-certificates.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const clientAuthoritiesSchema = z.object({
  mode: z.enum(['off', 'offered', 'required']),
  authorities: z
    .array(
      z.object({
        id: idSchema,
        name: z.string(),
        signs_from: timestampSchema,
        ends_at: timestampSchema,
        needed_until: timestampSchema
          .nullable()
          .describe('When the last certificate that the authority signed expires; null if it signed none.'),
        certificate: z
          .string()
          .describe(
            'The certificate in PEM, for programs that verify the certificates of agents themselves.',
          ),
      }),
    )
    .describe('The trusted authorities, oldest first.'),
});

export interface ClientAuthorityPorts {
  readonly clientCertificates: Pick<ClientCertificates, 'mode' | 'trusted' | 'rotate'> | undefined;
}

export const listClientAuthorities = defineEndpoint({
  method: 'GET',
  path: '/api/admin/client-authorities',
  summary: 'List the authorities for certificates of agents',
  description:
    'Returns the authorities that this installation trusts for the client certificates of agents, with their certificates.',
  family: 'Administration',
  access: 'admin',
  response: clientAuthoritiesSchema,
  run: (_input, ports: ClientAuthorityPorts) => presentAuthorities(ports.clientCertificates),
});

/** Shows the authorities that are trusted. */
export function presentAuthorities(
  certificates: ClientAuthorityPorts['clientCertificates'],
): z.input<typeof clientAuthoritiesSchema> {
  const authorities = (certificates?.trusted ?? []).map((authority) => ({
    id: authority.id,
    name: new X509Certificate(authority.certificate).subject.replace(/^CN=/, ''),
    signs_from: authority.signsFrom.toISOString(),
    ends_at: authority.endsAt.toISOString(),
    needed_until: authority.neededUntil?.toISOString() ?? null,
    certificate: authority.certificate,
  }));
  return { mode: certificates?.mode ?? 'off', authorities };
}
