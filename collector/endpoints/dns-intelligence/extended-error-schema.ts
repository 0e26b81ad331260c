import type { DecodedError } from '@sonde/scanner/checks/ede/decode-extended-error.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';

export const extendedErrorSchema = z
  .object({
    code: z.int(),
    name: z.string(),
    description: z.string(),
    category: z.string(),
    severity: severitySchema,
    retry: z.boolean().nullable().describe('Whether a retry can help; null if unknown.'),
    rfc: z.string(),
    troubleshooting: z.array(z.string()),
  })
  .meta({ id: 'ExtendedError' });

export function presentExtendedError(error: DecodedError): z.input<typeof extendedErrorSchema> {
  return {
    code: error.code,
    name: error.name,
    description: error.meaning,
    category: error.category,
    severity: error.severity,
    retry: error.retry,
    rfc: error.source,
    troubleshooting: [...error.troubleshooting],
  };
}
