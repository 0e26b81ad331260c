import type { ScannedPart } from '@sonde/scanner/ports/domain-scan.ts';
import { scanErrorSchema, scanFindingSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';

/** Every analysis has these fields beside its own. */
export const analysisShape = {
  scanned_at: timestampSchema,
  findings: z.array(scanFindingSchema),
  errors: z.array(scanErrorSchema),
};

const analysisSchema = z.object(analysisShape);

export function presentAnalysis(check: string, part: ScannedPart): z.input<typeof analysisSchema> {
  return {
    scanned_at: part.at,
    findings: part.findings.map((finding) => ({
      check,
      code: finding.code,
      status: finding.status,
      severity: finding.severity ?? null,
      message: finding.message,
      rule: finding.rule,
      advice: finding.advice ?? null,
      evidence: finding.evidence ?? null,
    })),
    errors: [...part.errors],
  };
}
