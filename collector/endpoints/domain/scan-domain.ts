import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import { chooseChecks } from '@sonde/scanner/run/choose-checks.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { domainScanSchema } from '@sonde/shared/schemas/domain-scan.ts';
import { z } from 'zod';
import { type ScanDomainPorts, scanDomain as scan } from '../../domain/intelligence/scan/scan-domain.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import { scanLines } from './scan-lines.ts';

const options = (examples: readonly string[]) =>
  z
    .array(z.string().max(64))
    .max(32)
    .optional()
    .meta({ examples: [examples] });

export const scanDomain = defineEndpoint({
  method: 'POST',
  path: '/api/scan',
  summary: 'Scan a domain',
  description:
    'Checks DNSSEC, mail and TLS of a domain. Each finding names the rule behind it. `advanced` ' +
    'runs all checks; `expert` runs only the checks in `options`. Recent results come from the ' +
    'cache unless `force_refresh` is set. If a check or source fails, `errors` names it and the ' +
    'other results are returned. With `stream=true` the answer is NDJSON: a line ' +
    '`{"event":"check",...}` for each finished check, and a last line ' +
    '`{"event":"result","result":{...}}` or `{"event":"error","error":...,"code":...}`.',
  family: 'Domains',
  access: 'public',
  cost: 5,
  timeLimit: 90_000,
  query: z.object({
    stream: z.boolean().default(false).describe('Whether to report progress as NDJSON lines.'),
  }),
  body: z.object({
    domain: domainNameSchema,
    check_ssl: z.boolean().default(true),
    advanced: z.boolean().default(false),
    expert: z.boolean().default(false),
    options: z
      .object({
        dns: options(['records', 'dnssec']),
        security: options(['ssl']),
        email: options(['spf']),
        intel: options(['reputation']),
      })
      .optional(),
    checks: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(64)
      .optional()
      .describe('Runs only these checks, named as in `checks` of an answer.')
      .meta({ examples: [['spf', 'dmarc']] }),
    force_refresh: z.boolean().default(false).describe('Runs all checks again and ignores cached results.'),
  }),
  response: domainScanSchema,
  streams: ['application/x-ndjson'],
  errors: ['overloaded'],
  async run({ body, query, caller, signal }, ports: ScanDomainPorts) {
    const { check_ssl: checkSsl, force_refresh: refresh, ...asked } = body;
    const request = { ...asked, checkSsl, refresh };
    if (!query.stream) return (await scan(request, { caller, signal }, ports)).answer;
    // What is wrong with the request is told before the stream begins.
    scanTarget(body.domain);
    chooseChecks(ports.checks, request);
    const lines = scanLines((onProgress, leaving) =>
      scan(request, { caller, signal: leaving, onProgress }, ports).then(({ answer }) => answer),
    );
    return new StreamedAnswer('application/x-ndjson', 'scan.ndjson', lines);
  },
});
