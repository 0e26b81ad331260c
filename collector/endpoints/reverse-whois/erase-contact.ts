import { InvalidInput } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { normalContact } from '../../domain/intelligence/registrations/normal-contact.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { contactKinds, type RegistrationIndex } from '../../ports/registrations/registration-index.ts';
import { searcherOf } from './answer-form.ts';

export const eraseContact = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/reverse-whois/{kind}/{value}',
  summary: 'Erase a contact from the index',
  description: 'Erases a person who asks to be removed. Later scans and imports do not add the value again.',
  family: 'Reverse WHOIS',
  access: 'admin',
  params: z.object({
    kind: z.enum(contactKinds),
    value: z
      .string()
      .min(1)
      .max(300)
      .meta({ examples: ['someone@example.com'] }),
  }),
  response: z.object({
    kind: z.enum(contactKinds),
    domain_count: z.int().describe('Number of domains that had the contact.'),
  }),
  async run(
    { params, caller, origin },
    ports: {
      registrationIndex: Pick<RegistrationIndex, 'erase'>;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const value = normalContact(params.kind, params.value);
    if (value === undefined) throw new InvalidInput('value', 'This is not a contact of that kind.');
    const domains = await ports.registrationIndex.erase(params.kind, value);
    await ports.audit.record({
      ...searcherOf(caller, origin),
      action: 'reverse_whois_erased',
      object: `reverse_whois:${params.kind}`,
      details: { domains },
    });
    return { kind: params.kind, domain_count: domains };
  },
});
