import { ConfigurationError } from '@sonde/scanner/configuration/configuration-error.ts';
import { readServerType, serverTypes } from '@sonde/scanner/configuration/server-types.ts';
import { type FormPart, MultipartError, readMultipart } from '@sonde/shared/documents/multipart.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import type {
  Configurations,
  ConfigurationVerdict,
} from '../../domain/intelligence/configurations/configurations.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { rawBody } from '../../http/raw-body.ts';

/** Octets of a form, its files included. */
const largestForm = 1024 * 1024;

const findingSchema = z
  .object({
    code: z.string(),
    severity: severitySchema,
    refused: z.boolean().describe('Whether the server would refuse to start because of this.'),
    file: z.string(),
    line: z.int().min(1),
    column: z.int().min(1),
    end_line: z.int().min(1),
    end_column: z.int().min(1).describe('Column after the last character.'),
    message: z.string(),
    rule: z.string().describe('The manual, RFC or guide behind the finding.'),
    suggestion: z.string().nullable().describe('What to do.'),
    snippet: z.string().nullable().describe('Lines to use instead.'),
  })
  .meta({ id: 'ConfigurationFinding' });

export const validateDnsConfig = defineEndpoint({
  method: 'POST',
  path: '/api/validate/dns-config',
  summary: 'Validate the configuration of a name server',
  description:
    'Reads the configuration. Returns what the server would refuse, what has an unexpected ' +
    'effect, and what matters for security, with replacement lines. The operation runs nothing, ' +
    'opens no file that the configuration names, queries no server, and returns no secrets. ' +
    'Included files must be part of the upload: send several files or an archive (tar, tar.gz or ' +
    'zip; at most 500 files and 8 MiB unpacked, no links).',
  family: 'DNS intelligence',
  access: 'premium',
  needs: 'viewer',
  reads: true,
  cost: 3,
  timeLimit: 30_000,
  body: rawBody({
    contentTypes: ['multipart/form-data'],
    maxBytes: largestForm,
    schemas: {
      'multipart/form-data': z.object({
        file: z
          .string()
          .meta({ format: 'binary' })
          .describe('The configuration, or an archive. The field can appear several times.'),
        main: z
          .string()
          .optional()
          .describe('The file with which the server is started. Default: found by the usual names.'),
        server_type: z.enum(serverTypes).optional().describe('Default: detected from the text.'),
        server_version: z
          .string()
          .optional()
          .describe(
            'A version such as `9.18`, against which options are checked. Default: options of all ' +
              'versions are accepted.',
          ),
      }),
    },
  }),
  response: z.object({
    valid: z
      .boolean()
      .describe('Whether the server would start with this configuration, as far as the files show.'),
    server_type: z.enum(serverTypes),
    detected: z
      .boolean()
      .describe('Whether the type was detected from the text rather than given in the request.'),
    server_version: z.string().nullable(),
    files: z.array(
      z.object({
        name: z.string(),
        lines: z.int(),
        used: z.boolean().describe('Whether the file is checked: the main file and every included file are.'),
      }),
    ),
    count: countInAnswer,
    counts: z.record(severitySchema, z.int()),
    omitted: z.int().describe('Number of findings that were left out because there are too many.'),
    findings: z.array(findingSchema),
  }),
  errors: ['overloaded'],
  async run({ body, signal }, { configurations }: { configurations: Configurations }) {
    const form = fieldsOf(await body.read(), body.boundary);
    const verdict = await configurations.validateConfiguration(form, signal);
    return presentVerdict(verdict);
  },
});

function fieldsOf(bytes: Buffer, boundary: string | undefined) {
  const parts = partsOf(bytes, boundary);
  const field = (name: string) => parts.find((part) => part.name === name);
  const files = parts.filter(({ name }) => name === 'file');
  if (files.length === 0) throw new InvalidInput('file', 'The form has no field file.');
  const type = textOf(field('server_type'));
  const version = textOf(field('server_version'));
  if (version !== undefined && !/^\d{1,4}(?:\.\d{1,4}){0,2}$/.test(version)) {
    throw new InvalidInput('server_version', 'The version must be numbers with dots between them.');
  }
  return {
    files: files.map(({ fileName, content }) => ({
      name: fileName === null || fileName === '' ? 'file' : fileName.slice(0, 255),
      content,
    })),
    main: textOf(field('main')),
    serverType: type === undefined ? undefined : typeOf(type),
    version,
  };
}

function partsOf(bytes: Buffer, boundary: string | undefined): FormPart[] {
  if (boundary === undefined) throw new InvalidInput('', 'The header Content-Type has no boundary.');
  try {
    return readMultipart(bytes, boundary);
  } catch (error) {
    throw error instanceof MultipartError ? new InvalidInput('', error.message) : error;
  }
}

function typeOf(text: string): string {
  try {
    return readServerType(text);
  } catch (error) {
    throw error instanceof ConfigurationError ? new InvalidInput(error.field, error.message) : error;
  }
}

/** An empty field is none. */
function textOf(part: FormPart | undefined): string | undefined {
  const text = part?.content.toString('utf8').trim();
  return text === undefined || text === '' ? undefined : text;
}

function presentVerdict({ serverType, version, findings, ...verdict }: ConfigurationVerdict) {
  const counts = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
  for (const { severity } of findings) counts[severity]++;
  return {
    valid: verdict.valid,
    server_type: readServerType(serverType),
    detected: verdict.detected,
    server_version: version,
    files: [...verdict.files],
    count: findings.length,
    counts,
    omitted: verdict.omitted,
    findings: findings.map(({ endLine, endColumn, ...finding }) => ({
      ...finding,
      end_line: endLine,
      end_column: endColumn,
    })),
  };
}
